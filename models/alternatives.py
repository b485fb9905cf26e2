"""What a unit could do instead of what the plan has it do, and what each would cost."""

from __future__ import annotations

from models.frozen import Frozen
from models.plan import Order
from models.quantities import Exact


class Alternative(Frozen):
    """One step that the rules offer a unit: legal at a price, or forbidden by a rule."""

    order: Order
    planned: bool = False  # it is what the plan has the unit do
    forbidden: str = ""  # the rule and its reason; "" = legal
    totals: dict[str, Exact] | None = None  # what the best plan with it loses; None = not found in time, or not legal
    proven: bool = False  # no plan with it loses less
