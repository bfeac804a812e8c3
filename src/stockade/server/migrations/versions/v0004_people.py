"""People and their keys; who owns a table, its settings and its clock; whose seat is whose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)
# Plain columns without foreign keys: for those SQLite would have to make the tables anew, and would delete the rows
# that refer to them.
COLUMNS = {
    "matches": (
        lambda: sa.Column("owner", sa.String(16)),
        lambda: sa.Column("host", sa.Integer),
        lambda: sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        lambda: sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        lambda: sa.Column("policy", sa.JSON, nullable=False, server_default="{}"),
        lambda: sa.Column("clock_left", sa.JSON, nullable=False, server_default="[]"),
        lambda: sa.Column("clock_since", MOMENT),
        lambda: sa.Column("clock_due", MOMENT),
    ),
    "seats": (
        lambda: sa.Column("person", sa.String(16)),
        lambda: sa.Column("reserved", sa.Boolean, nullable=False, server_default=sa.false()),
        lambda: sa.Column("stand_in", sa.Integer),
        lambda: sa.Column("left", MOMENT),
        lambda: sa.Column("seen_ply", sa.Integer),
        lambda: sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
        lambda: sa.Column("orders", sa.JSON, nullable=False, server_default="[]"),
    ),
}


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("handle", sa.String(64)),
        sa.Column("password", sa.String(255)),
        sa.Column("settings", sa.JSON, nullable=False, server_default="{}"),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("handle", name="uq_people_handle"),
    )
    op.create_table(
        "sessions",
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_sessions"),
        sa.UniqueConstraint("id", name="uq_sessions_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "device_links",
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_device_links"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_device_links_person", ondelete="CASCADE"),
    )
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary(1024), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("credential", name="pk_passkeys"),
        sa.UniqueConstraint("id", name="uq_passkeys_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person", ondelete="CASCADE"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    for table, columns in COLUMNS.items():
        for column in columns:
            op.add_column(table, column())
    op.create_index("ix_matches_clock_due", "matches", ["clock_due"])
    op.create_index("ix_matches_listed_status_updated", "matches", ["listed", "status", "updated"])
    op.create_index("ix_seats_person", "seats", ["person"])


def downgrade() -> None:
    op.drop_index("ix_seats_person", "seats")
    op.drop_index("ix_matches_listed_status_updated", "matches")
    op.drop_index("ix_matches_clock_due", "matches")
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column().name)
    for table in ("facts", "challenges", "passkeys", "device_links", "sessions", "people"):
        op.drop_table(table)
