"""How peers find each other and connect: addresses, TLS, greetings, invitations."""
