"""What people want to be told while they are away, where, and what they were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)
TABLES = (
    "noted_matches",
    "notices",
    "webhooks",
    "push_subscriptions",
    "mailboxes",
    "notice_preferences",
)


def of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=f"fk_{table}_person", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "notice_preferences",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("mail", sa.JSON, nullable=False),
        sa.Column("push", sa.JSON, nullable=False),
        sa.Column("webhook", sa.JSON, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_notice_preferences"),
        of_person("notice_preferences"),
    )
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("address", sa.String(254)),
        sa.Column("stop", sa.String(48), nullable=False),
        sa.Column("new_address", sa.String(254)),
        sa.Column("code_hash", sa.String(64)),
        sa.Column("code_until", MOMENT),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("busy", MOMENT),
        sa.PrimaryKeyConstraint("person", name="pk_mailboxes"),
        sa.UniqueConstraint("stop", name="uq_mailboxes_stop"),
        of_person("mailboxes"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("endpoint_hash", name="uq_push_subscriptions_endpoint_hash"),
        of_person("push_subscriptions"),
        sa.ForeignKeyConstraint(
            ["device"], ["sessions.key_hash"], name="fk_push_subscriptions_device", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_index("ix_push_subscriptions_device", "push_subscriptions", ["device"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        of_person("webhooks"),
    )
    op.create_index("ix_webhooks_person", "webhooks", ["person"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("sent", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("person", "match_id", "event", "version", "channel", "target", name="uq_notices_event"),
        of_person("notices"),
    )
    op.create_index("ix_notices_state_due", "notices", ["state", "due"])
    op.create_index("ix_notices_person_created", "notices", ["person", "created"])
    op.create_index("ix_notices_event_target", "notices", ["event", "target"])
    op.create_index("ix_notices_match_id", "notices", ["match_id"])
    op.create_table(
        "noted_matches",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_noted_matches"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_noted_matches_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
