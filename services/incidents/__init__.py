"""The casebook: findings gathered into cases for people."""
