"""Where connections begin and how they are found: addresses, TLS, greetings, invitations."""
