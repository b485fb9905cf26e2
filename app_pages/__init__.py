"""The pages in the browser: they render advice and start jobs; they know no rule and no solver."""
