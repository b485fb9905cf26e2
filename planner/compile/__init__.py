"""Problem -> integer program -> proven plan. The only folder that imports a solver."""
