"""The documents that a server answers, as types; a test holds their keys against the server's OpenAPI document."""
