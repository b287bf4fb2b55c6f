"""PostgreSQL: the server beside us, its shape, the read models and the questions asked of them."""
