"""Parameters and result of each tool, one file each. Field descriptions are user documentation."""
