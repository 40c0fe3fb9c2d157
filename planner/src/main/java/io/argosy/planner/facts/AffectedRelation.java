package io.argosy.planner.facts;

/** A table or view that something belongs to which a statement sets off. */
public record AffectedRelation(String schema, String name, Placement placement) {
  /** Whether its rows are on more nodes than the home node. */
  public boolean isPlaced() {
    return placement instanceof Placement.Hash || placement instanceof Placement.Replicated;
  }

  /** How messages name it. */
  public String title() {
    return (placement instanceof Placement.OfDefinition ? "view " : "table ") + schema + "." + name;
  }
}
