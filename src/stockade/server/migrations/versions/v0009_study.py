"""What people need to study games: imports, branches, variations, the lab, analyses, guided games and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("matches", sa.Column("guide", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "imports",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("match_id", name="pk_imports"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_imports_match_id", ondelete="CASCADE"),
    )
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("setting", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("asker", sa.String(32), nullable=True),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.Column("until", MOMENT, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("result", sa.JSON, nullable=True),
        sa.PrimaryKeyConstraint("match_id", name="pk_analyses"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id", ondelete="CASCADE"),
    )
    unfinished = sa.text("result IS NULL")
    op.create_index("ix_analyses_asked", "analyses", ["asked"], sqlite_where=unfinished, postgresql_where=unfinished)
    op.add_column("matches", sa.Column("origin", sa.JSON, nullable=True))
    op.add_column("matches", sa.Column("branch_of", sa.String(16), nullable=True))
    _questions(
        sa.Column("match_id", sa.String(16), nullable=True),
        sa.Column("version", sa.Integer, nullable=True),
        sa.Column("game", sa.String(64), nullable=True),
        sa.Column("state", sa.LargeBinary, nullable=True),
        sa.Column("seconds", sa.Float, nullable=True),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "variations",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("tree", sa.JSON, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "person", name="pk_variations"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_variations_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_variations_person", "variations", ["person"])
    op.create_table(
        "puzzle_attempts",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "number", name="pk_puzzle_attempts"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_attempts_person", ondelete="CASCADE"),
    )
    op.create_index("ix_puzzle_attempts_person_at", "puzzle_attempts", ["person", "at"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "holder", name="pk_puzzle_ratings"),
    )
    op.create_index("ix_puzzle_ratings_holder", "puzzle_ratings", ["holder"])


def downgrade() -> None:
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_attempts")
    op.drop_table("analyses")
    op.drop_table("imports")
    op.drop_column("matches", "guide")
    op.drop_table("variations")
    _questions(
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.drop_column("matches", "branch_of")
    op.drop_column("matches", "origin")


def _questions(*columns: sa.Column[object]) -> None:
    """Make the table of questions again. Nobody waits for an answer while the tables change."""
    op.drop_table("questions")
    op.create_table(
        "questions",
        sa.Column("id", sa.String(16), nullable=False),
        *columns,
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("asker", sa.String(16), nullable=True),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.Column("until", MOMENT, nullable=True),
        sa.Column("answer", sa.JSON, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_questions_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_questions_match_id", "questions", ["match_id"])
