"""Error text to ErrorReport, one file a format. Pure and total: parsing never fails."""
