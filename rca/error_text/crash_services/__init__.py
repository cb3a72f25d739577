"""Reports of crash services (Sentry, Crashlytics, Play, …) → errors with context, one file a service."""

from rca.error_text.crash_services.format_detection import ServiceReports, read_service_reports

__all__ = ["ServiceReports", "read_service_reports"]
