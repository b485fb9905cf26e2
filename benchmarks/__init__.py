"""Generated theatres of several sizes, solved by ours and by its peers on the same problem."""
