"""Tables in the browser: a server that keeps every accepted answer, and the wire it speaks."""
