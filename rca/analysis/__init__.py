"""From a parsed error to the project's code, and from findings to a brief. Imports no tool."""
