"""What comes in and what goes out, as marshmallow schemas: the check, and the entries of the OpenAPI document."""
