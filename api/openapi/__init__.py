"""The OpenAPI 3.1 document: made from the routes, their schemas and examples when it is first asked for."""
