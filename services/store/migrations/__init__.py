"""The database's shape, step by step; a file here is never edited once it was released."""
