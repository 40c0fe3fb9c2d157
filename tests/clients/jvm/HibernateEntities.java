import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.sql.Blob;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.NaturalId;
import org.hibernate.type.SqlTypes;

/** The entities of {@link HibernateCommands}. */
public class HibernateEntities {
  static final List<Class<?>> ALL =
      List.of(
          Customer.class,
          Order.class,
          Goods.class,
          Document.class,
          Payment.class,
          Card.class,
          Transfer.class);

  private HibernateEntities() {}

  /** Stored as text with a constraint. */
  public enum Mood {
    GOOD,
    BAD
  }

  /** Stored as an enum of PostgreSQL. */
  public enum State {
    NEW,
    PAID,
    SENT
  }

  @Embeddable
  public static class Address {
    public String street;
    public String town;
  }

  @Entity(name = "Customer")
  @Table(name = "customer")
  public static class Customer {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "customers")
    @SequenceGenerator(name = "customers", sequenceName = "customers", allocationSize = 10)
    public long id;

    @NaturalId public String name;

    @Enumerated(EnumType.STRING)
    public Mood mood;

    @Embedded public Address address = new Address();
    public LocalDate joined;
    @Version public int version;

    @ElementCollection
    @CollectionTable(name = "customer_nickname")
    public Set<String> nicknames = new TreeSet<>();
  }

  @Embeddable
  public record OrderKey(long customer, int number) {}

  @Entity(name = "Order")
  @Table(name = "orders", indexes = @Index(columnList = "state, amount desc"))
  public static class Order {
    @EmbeddedId public OrderKey key;

    @Enumerated(EnumType.STRING)
    @JdbcTypeCode(SqlTypes.NAMED_ENUM)
    public State state = State.NEW;

    @Column(precision = 12, scale = 2)
    public BigDecimal amount;

    @ManyToOne(fetch = FetchType.LAZY)
    public Goods goods;

    public List<String> labels = new ArrayList<>();
    public Instant at;
    @Version public int version;
  }

  @Entity(name = "Goods")
  @Table(name = "goods")
  public static class Goods {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public long id;

    @Column(unique = true, length = 40)
    public String name;

    @OneToMany(mappedBy = "goods", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("key")
    public List<Order> orders = new ArrayList<>();
  }

  @Entity(name = "Document")
  @Table(name = "document")
  public static class Document {
    @Id public UUID id;
    public String title;
    @Lob public String text;
    @Lob public byte[] raw;
    @Lob public Blob blob;
    @Version public int version;
  }

  @Entity(name = "Payment")
  @Table(name = "payment")
  @Inheritance(strategy = InheritanceType.JOINED)
  public abstract static class Payment {
    @Id @GeneratedValue public Long id;
    public BigDecimal amount;
  }

  @Entity(name = "Card")
  @Table(name = "card")
  public static class Card extends Payment {
    public String number;
  }

  @Entity(name = "Transfer")
  @Table(name = "transfer")
  public static class Transfer extends Payment {
    public String account;
  }
}
