"""From a parsed error to the project's code, and from what was found to a brief. Knows no tool."""
