"""The report of a sweep: tables for programs, and one page with plots for people."""
