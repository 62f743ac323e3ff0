"""The classes of findings, as placeholders name them, in words for people."""

from __future__ import annotations

CLASSES = {
    "password": "Passwords and passphrases: behind a label, in a table or a list, in a sentence, "
    "in commands and settings.",
    "suspect": "What looks like a password and has no label: a name or season with a year and a "
    "sign, or a word of all kinds of signs in disorder.",
    "pin": "PINs, PUKs, and codes of doors, gates, alarms, safes and phones.",
    "api-key": "Keys and tokens behind a label, of whatever service.",
    "vendor-token": "Keys and tokens that a service marks with a shape of its own.",
    "aws-key": "Access keys of Amazon's cloud, and their secrets.",
    "github-token": "Tokens of GitHub.",
    "gitlab-token": "Tokens of GitLab.",
    "slack-token": "Tokens and webhooks of Slack.",
    "private-key": "Private keys: PEM, OpenSSH, PGP, age, PuTTY, WireGuard, JWK, wallets.",
    "jwt": "JSON web tokens.",
    "url-password": "Passwords and tokens before the @ of an address.",
    "url-token": "Tokens in the path or parameters of an address: signed links, invitations.",
    "password-hash": "Hashes of passwords: crypt, bcrypt, argon2, LDAP, NTLM.",
    "seed-phrase": "Word lists that open a wallet, with the checksum of BIP-39 or behind a label.",
    "recovery-codes": "Backup and recovery codes, and recovery keys of disks.",
    "totp": "Seeds of one-time passwords.",
    "security-answer": "Answers to security questions.",
    "licence-key": "Licence and product keys.",
    "card": "Payment cards by their check digit, and their security codes.",
    "iban": "International account numbers by their check digits.",
    "bank-account": "Account numbers: Czech and Slovak by their check digits, others by a label.",
    "birth-number": "Czech and Slovak birth numbers by their date and check digit.",
    "id-number": "Numbers of passports, identity cards, social and health insurance.",
    "email": "E-mail addresses of people.",
    "phone": "Phone numbers.",
    "birth-date": "Dates of birth behind a label.",
    "gps": "Positions.",
}
"""Class → what it is for."""

CONTAINERS = frozenset({"private-key", "seed-phrase", "recovery-codes"})
"""Those whose value opens everything: only the id of a finding lets one pass."""
