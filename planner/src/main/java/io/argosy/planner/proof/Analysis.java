package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** What is known of where a bound statement's rows live. */
public final class Analysis {
  private final Binding binding;
  private final KnownValues values;
  private final LocalityProof proof;

  public Analysis(ParsedStatement statement, Binding binding, List<String> parameterTypes) {
    this.binding = binding;
    this.values = new KnownValues(statement, parameterTypes);
    this.proof = new LocalityProof(binding, values, new Spread());
  }

  /** Tables lie where they are: tied to the outer row, or partitioned. */
  private static final class Spread implements LocalityProof.LeafRule {
    @Override
    public Distribution of(Column key, Placement.Hash placement, EqualityClasses classes) {
      return classes.isOuterKey(key, placement.colocation())
          ? new Distribution.Tied()
          : new Distribution.Partitioned(placement.colocation(), Set.of(key));
    }

    @Override
    public boolean spreads() {
      return true;
    }
  }

  /** Every table must be pinned to one key, on whose node the whole statement then runs. */
  private static final class Pinned implements LocalityProof.LeafRule {
    private final List<Pruning.Keys> keys = new ArrayList<>();

    @Override
    public Distribution of(Column key, Placement.Hash placement, EqualityClasses classes) {
      Pruning.KeyValue value =
          classes.known(key).orElseThrow(() -> new UnprovenException("no key is given"));
      String hashedAs = placement.keyType().orElse(key.type());
      keys.add(new Pruning.Keys(placement.colocation(), key.type(), hashedAs, List.of(value)));
      return new Distribution.Tied();
    }

    @Override
    public boolean spreads() {
      return false;
    }
  }

  /** The one key to which all partitioned references of the statement are bound. */
  public Optional<Pruning.Keys> pinned() {
    Pinned pinned = new Pinned();
    try {
      new LocalityProof(binding, values, pinned).query(binding.query(), Outer.none());
    } catch (UnprovenException e) {
      return Optional.empty();
    }
    List<Pruning.Keys> keys = pinned.keys.stream().distinct().toList();
    return keys.size() == 1 ? Optional.of(keys.get(0)) : Optional.empty();
  }

  /**
   * The rows of the outermost SELECT before they are grouped.
   *
   * @throws UnprovenException if they are not partitioned, each once
   */
  public Block block(Query.Select select) {
    Block block = proof.block(select, Outer.none());
    if (!(block.distribution() instanceof Distribution.Partitioned)) {
      throw new UnprovenException("no partitioned table drives the statement");
    }
    return block;
  }

  /**
   * Proves that a query gives the same rows on every node.
   *
   * @throws UnprovenException if it reads partitioned rows
   */
  public void proveSameEverywhere(Query query) {
    if (!LocalityProof.isSameEverywhere(proof.query(query, Outer.none()))) {
      throw new UnprovenException("every node has only a part of the rows that are read");
    }
  }

  /**
   * The rows of an outermost set operation.
   *
   * @throws UnprovenException if they are not partitioned
   */
  public QueryDistribution.Partitioned branches(Query.SetOperation operation) {
    return branches(operation, operation.name().equals("UNION"));
  }

  private QueryDistribution.Partitioned branches(
      Query.SetOperation operation, boolean distinctAtEnd) {
    QueryDistribution left = branch(operation.left(), distinctAtEnd);
    QueryDistribution right = branch(operation.right(), distinctAtEnd);
    return SetOperationRule.partitioned(operation, left, right)
        .orElseThrow(() -> SetOperationRule.otherRows(operation));
  }

  /** A union within one that is made distinct at the end need not contain the key either. */
  private QueryDistribution branch(Query query, boolean distinctAtEnd) {
    boolean union =
        distinctAtEnd
            && query instanceof Query.SetOperation operation
            && operation.name().startsWith("UNION")
            && operation.cut() == Query.Cut.NONE;
    return union ? branches((Query.SetOperation) query, true) : proof.query(query, Outer.none());
  }

  /** Proves the windows of the outermost SELECT. */
  public void proveWindows(Query.Select select, Block block) {
    proof.grouping().proveWindows(select, block);
  }

  /** Whether the windows of the outermost SELECT lie on one node each. */
  public boolean hasLocalWindows(Query.Select select, Block block) {
    return proof.grouping().hasLocalWindows(select, block);
  }

  /** Whether GROUP BY of the outermost SELECT contains the key. */
  public boolean groupsByKey(Query.Select select, Block block) {
    return proof.grouping().groupsByKey(select, block);
  }

  /** Whether expressions contain the key. */
  public boolean containsKey(List<SqlNode> expressions, Block block) {
    return proof.grouping().containsKey(expressions, block);
  }

  /** Whether the outermost SELECT's columns contain the key. */
  public boolean outputsKey(Query.Select select, Block block) {
    return proof.grouping().outputsKey(select, block);
  }

  /** The positions of the outermost SELECT's columns that are the key. */
  public Set<Integer> keyOutputs(Query.Select select) {
    return proof.grouping().keyOutputs(select, block(select));
  }

  /** The nodes that can have rows of a block. */
  public Pruning pruning(Query.Select select, Block block) {
    Distribution.Partitioned rows = (Distribution.Partitioned) block.distribution();
    for (Column key : rows.keys()) {
      Optional<Pruning.KeyValue> value = block.classes().known(key);
      if (value.isPresent()) {
        return keys(rows, key, List.of(value.get()));
      }
    }
    for (SqlNode conjunct : select.where()) {
      Optional<Pruning> list = list(conjunct, rows, block);
      if (list.isPresent()) {
        return list.get();
      }
    }
    return new Pruning.AllNodes();
  }

  private Pruning.Keys keys(
      Distribution.Partitioned rows, Column key, List<Pruning.KeyValue> values) {
    String hashedAs =
        binding.query().allSources().stream()
            .flatMap(source -> keyType(source, rows.colocation()).stream())
            .findFirst()
            .orElse(key.type());
    return new Pruning.Keys(rows.colocation(), key.type(), hashedAs, values);
  }

  private static Optional<String> keyType(Source source, Colocation group) {
    return source.origin() instanceof Source.Table table
            && table.relation().placement() instanceof Placement.Hash hash
            && hash.colocation().equals(group)
        ? hash.keyType()
        : Optional.empty();
  }

  private Optional<Pruning> list(SqlNode conjunct, Distribution.Partitioned rows, Block block) {
    if (!(conjunct instanceof SqlCall call) || call.operandCount() != 2) {
      return Optional.empty();
    }
    boolean some = call.getOperator().getName().equals("= SOME");
    if (call.getKind() != SqlKind.IN && !some || !(call.operand(1) instanceof SqlNodeList items)) {
      return Optional.empty();
    }
    Optional<Column> column = binding.column(call.operand(0));
    Optional<Column> key =
        rows.keys().stream()
            .filter(k -> column.isPresent() && block.classes().same(k, column.get()))
            .findFirst();
    if (key.isEmpty()) {
      return Optional.empty();
    }
    List<SqlNode> nodes = items;
    if (some) {
      boolean array =
          items.size() == 1 && items.get(0).getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR;
      if (!array) {
        return Optional.empty();
      }
      nodes = ((SqlCall) items.get(0)).getOperandList();
    }
    List<Pruning.KeyValue> keys = new ArrayList<>();
    for (SqlNode node : nodes) {
      Optional<Pruning.KeyValue> value = values.value(node, key.get().type());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      keys.add(value.get());
    }
    return Optional.of(keys(rows, key.get(), keys));
  }

  /** The names of the partitioned tables that a query reads, on whatever level. */
  public static List<String> partitionedTables(Query query) {
    return query.allSources().stream()
        .filter(
            source ->
                source.origin() instanceof Source.Table table
                    && table.relation().placement() instanceof Placement.Hash)
        .map(Source::describe)
        .toList();
  }
}
