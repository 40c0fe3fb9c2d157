package io.argosy.tpcd.schema;

import io.trino.tpch.PartSupplier;
import io.trino.tpch.TpchTable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The rows of partsupp without repeated keys. The formula that gives a part its four suppliers
 * (clause 4.2.3 of the TPC-H specification) names a supplier twice at some scales below 0.03, which
 * the primary key forbids. Nowhere else does this leave anything out.
 */
record DistinctPartSuppliers(double scale, int part, int parts) implements Iterable<PartSupplier> {
  @Override
  public Iterator<PartSupplier> iterator() {
    SuppliersOfPart seen = new SuppliersOfPart();
    return StreamSupport.stream(
            TpchTable.PART_SUPPLIER.createGenerator(scale, part, parts).spliterator(), false)
        .filter(seen::add)
        .iterator();
  }

  /** The suppliers of the part whose rows are passing by: they follow each other. */
  private static final class SuppliersOfPart {
    private final Set<Long> suppliers = new HashSet<>();
    private long partKey;

    boolean add(PartSupplier row) {
      if (row.partKey() != partKey) {
        partKey = row.partKey();
        suppliers.clear();
      }
      return suppliers.add(row.supplierKey());
    }
  }
}
