"""What this plugin brings. What its commands need is imported when they run."""
