"""The words every room shares: events, ids, times, money, wheel, felt, rulebooks. Knows nobody."""
