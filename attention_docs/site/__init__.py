"""The site's side of the build: what MkDocs and Material leave to be done, one module a thing."""
