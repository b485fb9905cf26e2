"""Every open point of chapters 40, 44, 51 and 52 has a name, and is a ruling or a fixed reading with its reason."""

import pytest

from models.rulings import DEFAULTS
from planner.rules.clauses import clauses

OPEN_POINTS = {
    "40": """
        abandonment_checks_per_turn capture_clock damaged_fortress_floor decay_phase_of depot_rp ent_holder
        fort_building fort_garrison_min_re fort_garrison_test fort_marker_counts_as_garrison fort_marker_occupies
        fort_sr_basis ifa_reduction perm_fort_max unimproved_fort_is
    """,
    "44": """
        air_sub_rounding allied_chart_lines allied_penalty_group allied_trigger any_ground belgium_requirement
        cap_counts commonwealth_counts_as_british conflict_policy cyrenaica_order deactivate_phase
        deferred_activation_phase deficit_policy dot_city_ussr double_count eliminated_link eliminated_pools
        eliminated_scope flexible_rounding forming_marker_locks fort_marker_counts_as_garrison fort_marker_occupies
        france_adjacent_counts france_shift_phase france_shift_precondition garrison_offset_scope garrison_tag_policy
        greece_garrisoned_trigger greece_yugo_eligibility greece_yugo_major_unit greece_yugo_rounding
        greek_release_equiv half_rounding italy_zone_delay_turns multi_md_activation naval_check_phase
        naval_sp_rounding naval_unpayable nonre_shortfall north_africa_mode occupation_checks
        occupation_reference_cities occupation_rounding_group occupation_surplus occupation_vp_per_re
        offset_after_activation offset_includes_forming oos_units_status partisan_attack_value partisans_exempt
        placed_units_count placement_fallback rail_move_spends_mp refill_on_deactivate removal_class_map removal_mix
        removal_phase removal_reduces_requirement removal_scope removal_strength_basis return_to_garrison return_units
        rhodes_mode soviet_occupation split_unit_re sr_units_double_count stationary_rule tf_counts
        unspecified_penalty ussr_penalty west_invaded_scope
    """,
    "51": """
        add_garrison_when_active add_pool_fast_window allied_france_placement allied_poland_placement any_city_scope
        convert_effort_weight convert_mandatory convert_requirements de_md_arrival_cap delay_requires_full
        disarm_force_income disarm_rounding disband_bonus_excludes disband_cap_includes_militia early_activation
        early_fail_specials early_mod_rounding edge_reserve_sp forfeit_basis form_affiliation_exceptions
        form_cost_by_type form_pool form_requirements infantry_types lost_area mobilize_needs_depot or_depot_arrival
        overstack_mode pool_missing pool_refund_delay pool_reorg_cost port_capacity_unit rebuilt_per_hex
        release_carryover release_missing reorg_chart replace_churn replace_from rp_deficit_limit rp_share
        soviet_placement srp_conversion stack_limit_divisions transfer_isolated transfer_match_nation
        upgrade_uses_current_income use_unit_ids
    """,
    "52": """
        air_rps allied_casualty_ratio_from allied_limited_saving allow_new_units allow_pool_breakdown
        armour_aid_arcs aux_dissolve_rate aux_inbound_transfer axis_limits_scope axis_opening_stock
        axis_unlisted_rate box_shift_re_factor cadre_loss_base city_relief_merges city_waives_supply
        combat_isolated_pool commando_budget contingent_debt_cap contingent_division_free contingent_pools
        contingent_repay damage_countdown_phase de_md_arrival_cap debt_fractional discount_stacking
        disrupted_points_kind draft_unit droppable_types dropped_mountain_counts_as_light_limit
        elim_box_fallback elim_box_level elim_re_factor_scope elim_to_cadre_kind exile_free_french
        factory_hex_cap factory_oos factory_oos_reset factory_production_turns first_month forming_garrison_re
        fragile_note_scope free_contingent_delay front_reserve_floor german_576 guards_swap_from
        home_discount_kind home_discount_scope indian_mix_scope iso_release_destination iso_release_pool
        lift_capacity_per_rp limited_cadre_delay limited_cadre_re_fraction limited_cadre_uses limited_re_charge
        limited_requires_national_box limited_surcharge_base limited_training_route local_pool_is_auxiliary
        major_depot_cost md_pool_links md_transfer_cap met_fallback militia_spend_share minor_rate_change_turn
        missing_chart_entry national_build_any_front nkvd_disband_re_bonus ob_recall_mandatory
        op_reserve_counts_as_garrison pool_transfer_delay pool_transfer_needs_rail_line position_aa_rounding
        rail_capacity_per_rp rebuild_on_arrival rebuilt_arrival_rule recover_from_national_box recovery_rp_delay
        recovery_strength reduced_rate_base reduced_rate_delay reduced_rate_pickup remnant_may_attack
        replacement_army_from replacement_phase_position reserve_half_by reserve_half_rounding
        restore_granularity scrap_excludes
        scrap_re_factor scrap_rp_delay screening self_counts_for_screen soviet_amphibious_cap
        soviet_cadre_supply soviet_inf_schedule soviet_isolated_loc_rate special_rp_available special_rp_node
        ss_uses_political_budget supply_exception_for_remnants supply_isolated_special_rate track_owner
        training_cap_rounding training_cap_scope training_pool_penalty training_re_counts_forming
        training_route_re transfer_hops_per_turn unlisted_cm_special upgrade_pool volunteer_first_turn
        volunteer_mixing winterized_cadre_re_fraction
    """,
}


def chapter_of(clause_id: str) -> str:
    return clause_id.partition("#")[0].partition(".")[0]


@pytest.mark.parametrize("chapter", OPEN_POINTS)
def test_no_open_point_is_dropped(chapter: str) -> None:
    """Each is named by a clause of its chapter, and a new one stands in this list too."""
    mine = [clause for clause in clauses("europa") if chapter_of(clause.id) == chapter]
    assert {name for clause in mine for name in (*clause.ruling, *clause.fixed)} == set(OPEN_POINTS[chapter].split())


def test_a_fixed_reading_is_no_ruling_and_gives_its_reason() -> None:
    fixed = [(clause.id, name, why) for clause in clauses("europa") for name, why in clause.fixed.items()]
    assert not [entry for entry in fixed if entry[1] in DEFAULTS]
    assert not [entry for entry in fixed if len(entry[2].split()) < 5]
