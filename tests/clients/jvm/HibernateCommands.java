import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.persistence.LockModeType;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.Hibernate;
import org.hibernate.LockMode;
import org.hibernate.ScrollMode;
import org.hibernate.ScrollableResults;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;
import org.hibernate.cfg.Configuration;

/**
 * Lets Hibernate make the tables of {@link HibernateEntities}, compare them with the entities, or
 * work on them:
 *
 * <pre>HibernateCommands URL create | validate | update | drop | work</pre>
 */
public class HibernateCommands {
  private static final int CUSTOMERS = 25;
  private static final String LONG_TEXT = "Some text; with 'quotes' and ümläute. ".repeat(5000);

  private final SessionFactory factory;
  private final Map<String, Consumer<Session>> steps = new LinkedHashMap<>();

  private HibernateCommands(SessionFactory factory) {
    this.factory = factory;
  }

  public static void main(String[] arguments) {
    Logger.getLogger("org.hibernate").setLevel(Level.SEVERE);
    boolean work = arguments[1].equals("work");
    Configuration configuration = new Configuration();
    HibernateEntities.ALL.forEach(configuration::addAnnotatedClass);
    configuration
        .setProperty("hibernate.connection.url", arguments[0])
        .setProperty("hibernate.connection.pool_size", "3")
        .setProperty("hibernate.jdbc.batch_size", "20")
        .setProperty("hibernate.order_inserts", "true")
        .setProperty("hibernate.hbm2ddl.auto", work ? "none" : arguments[1])
        .setProperty("hibernate.hbm2ddl.halt_on_error", "true");
    try (SessionFactory factory = configuration.buildSessionFactory()) {
      if (work) {
        new HibernateCommands(factory).work();
      }
    }
  }

  private void work() {
    steps.put("insert", HibernateCommands::insert);
    steps.put("documents", HibernateCommands::insertDocuments);
    steps.put("read documents", HibernateCommands::readDocuments);
    steps.put("change documents", HibernateCommands::changeDocuments);
    steps.put("read documents again", HibernateCommands::readDocuments);
    steps.put("delete documents", HibernateCommands::deleteDocuments);
    steps.put("queries", HibernateCommands::queries);
    steps.put("criteria", HibernateCommands::criteria);
    steps.put("streams", HibernateCommands::streams);
    steps.put("locks", HibernateCommands::locks);
    steps.put("versions", this::versions);
    steps.put("collections", HibernateCommands::collections);
    steps.put("bulk", HibernateCommands::bulk);
    steps.put("joined", HibernateCommands::joined);
    steps.put("joined in bulk", HibernateCommands::joinedInBulk);
    steps.put("duplicate", HibernateCommands::duplicate);
    steps.put("upsert", ignored -> upsert());
    steps.put("left over", HibernateCommands::leftOver);
    steps.forEach(this::inTransaction);
  }

  private void inTransaction(String name, Consumer<Session> step) {
    System.out.println(name);
    try (Session session = factory.openSession()) {
      Transaction transaction = session.beginTransaction();
      try {
        step.accept(session);
        transaction.commit();
      } catch (RuntimeException e) {
        System.out.println("  " + described(e));
        transaction.rollback();
      }
    }
  }

  private static String described(Throwable failure) {
    String text = failure.getClass().getSimpleName();
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof SQLException sql) {
        return text + " " + sql.getSQLState() + " " + sql.getMessage();
      }
    }
    return text + " " + failure.getMessage();
  }

  private static void show(Object... values) {
    System.out.println("  " + Arrays.deepToString(values));
  }

  private static void insert(Session session) {
    HibernateEntities.Goods[] goods = new HibernateEntities.Goods[3];
    for (int i = 0; i < goods.length; i++) {
      goods[i] = new HibernateEntities.Goods();
      goods[i].name = "good " + i;
      session.persist(goods[i]);
    }
    for (int i = 1; i <= CUSTOMERS; i++) {
      HibernateEntities.Customer customer = new HibernateEntities.Customer();
      customer.name = "customer " + i;
      customer.mood = HibernateEntities.Mood.values()[i % 2];
      customer.address.town = "town " + i % 4;
      customer.joined = LocalDate.of(2024, 1, 1).plusDays(i);
      customer.nicknames.addAll(List.of("nick " + i, "name " + i % 3));
      session.persist(customer);
      for (int j = 1; j <= i % 5; j++) {
        HibernateEntities.Order order = new HibernateEntities.Order();
        order.key = new HibernateEntities.OrderKey(customer.id, j);
        order.amount = new BigDecimal(i * j).movePointLeft(1);
        order.goods = goods[j % 3];
        order.labels.addAll(List.of("a", "b" + j));
        order.at = Instant.parse("2024-05-01T10:00:00Z").plusSeconds(i * j);
        session.persist(order);
      }
    }
    session.flush();
    show(
        goods[2].id,
        session.createQuery("select max(id) from Customer", Long.class).getSingleResult());
  }

  private static UUID documentKey(int number) {
    return new UUID(0x4000L, Long.MIN_VALUE + number);
  }

  private static void insertDocuments(Session session) {
    for (int i = 0; i < 6; i++) {
      HibernateEntities.Document document = new HibernateEntities.Document();
      document.id = documentKey(i);
      document.title = "document " + i;
      document.text = i + LONG_TEXT;
      document.raw = new byte[70_000 * i];
      Arrays.fill(document.raw, (byte) i);
      document.blob = Hibernate.getLobHelper().createBlob(("blob " + i).getBytes(UTF_8));
      session.persist(document);
    }
  }

  private static void readDocuments(Session session) {
    session
        .createQuery("from Document order by title", HibernateEntities.Document.class)
        .getResultList()
        .forEach(
            document -> {
              try {
                show(
                    document.title,
                    document.version,
                    document.text.length(),
                    document.text.hashCode(),
                    document.raw.length,
                    Arrays.hashCode(document.raw),
                    document.blob.length(),
                    new String(document.blob.getBytes(1, 100), UTF_8));
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void changeDocuments(Session session) {
    HibernateEntities.Document first =
        session.find(HibernateEntities.Document.class, documentKey(1));
    first.text = "short";
    first.raw = new byte[] {1, 2, 3};
    HibernateEntities.Document second =
        session.find(HibernateEntities.Document.class, documentKey(2));
    second.blob = Hibernate.getLobHelper().createBlob(new byte[] {65, 66});
    second.text = "";
  }

  private static void deleteDocuments(Session session) {
    session.remove(session.find(HibernateEntities.Document.class, documentKey(3)));
    show(session.createMutationQuery("delete Document where title > 'document 4'").executeUpdate());
  }

  private static void rows(Session session, String query, Object... parameters) {
    var created = session.createQuery(query, Object[].class);
    for (int i = 0; i < parameters.length; i++) {
      created.setParameter(i + 1, parameters[i]);
    }
    created.getResultList().forEach(HibernateCommands::show);
  }

  private static void queries(Session session) {
    rows(session, "select mood, count(*), min(joined) from Customer group by mood order by mood");
    rows(
        session,
        "select o.state, g.name, sum(o.amount), count(distinct o.key.customer) from Order o"
            + " join o.goods g group by o.state, g.name order by g.name");
    rows(
        session,
        "select c.name, sum(o.amount) from Customer c left join Order o on o.key.customer = c.id"
            + " where c.address.town = ?1 group by c.name having count(o.amount) > 1"
            + " order by 2 desc nulls last, 1 limit 3 offset 1",
        "town 1");
    rows(
        session,
        "select c.id, size(c.nicknames) from Customer c where exists (select 1 from Order o where"
            + " o.key.customer = c.id and o.amount > ?1) order by c.id",
        new BigDecimal("8.5"));
    rows(
        session,
        "select o.key, o.labels, o.at from Order o where o.state = ?1 and array_contains(o.labels,"
            + " 'b4') order by o.key.customer",
        HibernateEntities.State.NEW);
    rows(
        session,
        "select key.customer, key.number, row_number() over (partition by key.customer order by"
            + " amount desc) from Order where key.customer < 5 order by 1, 2");
    rows(
        session,
        "with totals as (select o.key.customer c, sum(o.amount) s from Order o group by"
            + " o.key.customer) select t.c, t.s from totals t where t.s > 15 order by t.c");
    rows(
        session,
        "select name, id from Goods where id in (select goods.id from Order where key.customer ="
            + " ?1) union all select name, id from Customer where id = ?1 order by 1",
        2L);
    show(
        session
            .createQuery(
                "select distinct g from Goods g join fetch g.orders where g.name = 'good 1'",
                HibernateEntities.Goods.class)
            .getSingleResult()
            .orders
            .size());
    show(
        session
            .bySimpleNaturalId(HibernateEntities.Customer.class)
            .load("customer 7")
            .nicknames
            .toString());
    show(
        session
            .createNativeQuery(
                "select customer, amount from orders where number = 4 order by 1", Object[].class)
            .setMaxResults(2)
            .getResultList()
            .stream()
            .map(Arrays::toString)
            .toList());
  }

  private static void criteria(Session session) {
    var builder = session.getCriteriaBuilder();
    CriteriaQuery<Long> query = builder.createQuery(Long.class);
    Root<HibernateEntities.Order> order = query.from(HibernateEntities.Order.class);
    query
        .select(order.get("key").get("customer"))
        .where(builder.between(order.get("amount"), new BigDecimal(3), new BigDecimal(5)))
        .orderBy(
            builder.asc(order.get("key").get("customer")),
            builder.asc(order.get("key").get("number")));
    show(session.createQuery(query).setFirstResult(2).setMaxResults(5).getResultList());
  }

  private static void streams(Session session) {
    String all = "select key.customer, key.number from Order order by key.customer, key.number";
    try (ScrollableResults<Object[]> scroll =
        session.createQuery(all, Object[].class).setFetchSize(7).scroll(ScrollMode.FORWARD_ONLY)) {
      int count = 0;
      while (scroll.next()) {
        count++;
      }
      show(count);
    }
    try (ScrollableResults<Object[]> scroll =
        session.createQuery(all, Object[].class).scroll(ScrollMode.SCROLL_INSENSITIVE)) {
      scroll.last();
      show(scroll.get());
    }
    try (var stream = session.createQuery(all, Object[].class).setFetchSize(5).stream()) {
      show(stream.limit(12).count());
    }
  }

  private static void locks(Session session) {
    HibernateEntities.OrderKey key = new HibernateEntities.OrderKey(3, 1);
    show(session.find(HibernateEntities.Order.class, key, LockModeType.PESSIMISTIC_WRITE).amount);
    show(
        session
            .createQuery(
                "from Order where key.customer = 3 order by key.number",
                HibernateEntities.Order.class)
            .setHibernateLockMode(LockMode.UPGRADE_SKIPLOCKED)
            .setMaxResults(2)
            .getResultList()
            .size());
    show(
        session
            .createQuery(
                "from Order where amount > 8 order by key.customer, key.number",
                HibernateEntities.Order.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .getResultList()
            .size());
    HibernateEntities.Order forced =
        session.find(
            HibernateEntities.Order.class,
            new HibernateEntities.OrderKey(4, 1),
            LockModeType.OPTIMISTIC_FORCE_INCREMENT);
    session.flush();
    show(forced.version);
  }

  /** Two sessions change one row, and one of them is told. */
  private void versions(Session session) {
    HibernateEntities.OrderKey key = new HibernateEntities.OrderKey(3, 2);
    HibernateEntities.Order mine = session.find(HibernateEntities.Order.class, key);
    factory.inTransaction(
        other -> other.find(HibernateEntities.Order.class, key).amount = new BigDecimal(77));
    mine.amount = new BigDecimal(88);
    session.flush();
  }

  private static void collections(Session session) {
    HibernateEntities.Customer customer = session.find(HibernateEntities.Customer.class, 5L);
    customer.nicknames.remove("nick 5");
    customer.nicknames.add("new");
    HibernateEntities.Goods goods = session.find(HibernateEntities.Goods.class, 1L);
    goods.orders.removeFirst();
    session.flush();
    session.clear();
    show(session.find(HibernateEntities.Customer.class, 5L).nicknames.toString());
    show(session.find(HibernateEntities.Goods.class, 1L).orders.size());
  }

  private static void bulk(Session session) {
    for (String change :
        List.of(
            "update Order set state = PAID, amount = amount + 1 where key.number = 1",
            "update versioned Order set labels = array('z') where key.customer in (select id from"
                + " Customer where mood = GOOD)",
            "update Customer set address.street = concat('street ', id) where joined > date"
                + " 2024-01-10",
            "delete Order where key.customer = 24 and amount > 5",
            "insert into Order (key.customer, key.number, amount, version) select c.id, 9, 1.5,"
                + " 0 from Customer c where c.id < 4",
            "insert into Order (key.customer, key.number, amount, version) values (1, 9, 2.5, 0)"
                + " on conflict (key.customer, key.number) do update set amount ="
                + " excluded.amount")) {
      show(session.createMutationQuery(change).executeUpdate());
    }
    rows(session, "select state, count(*), sum(amount) from Order group by state order by state");
  }

  private static void joined(Session session) {
    for (int i = 0; i < 4; i++) {
      HibernateEntities.Card card = new HibernateEntities.Card();
      card.amount = new BigDecimal(i);
      card.number = "card " + i;
      HibernateEntities.Transfer transfer = new HibernateEntities.Transfer();
      transfer.amount = new BigDecimal(10 * i);
      transfer.account = "account " + i;
      session.persist(card);
      session.persist(transfer);
    }
    session.flush();
    rows(session, "select p.amount, type(p) from Payment p where p.amount > 2 order by p.amount");
  }

  private static void joinedInBulk(Session session) {
    show(
        session
            .createMutationQuery("update Card set amount = 5, number = 'five' where amount > 1")
            .executeUpdate());
    show(session.createMutationQuery("delete Payment where amount > 5").executeUpdate());
    show(
        session
            .createMutationQuery(
                "insert into Card (amount, number) select amount, account from Transfer")
            .executeUpdate());
    rows(session, "select p.amount, type(p) from Payment p order by p.amount, p.id");
  }

  private static void duplicate(Session session) {
    HibernateEntities.Goods goods = new HibernateEntities.Goods();
    goods.name = "good 1";
    session.persist(goods);
  }

  private void upsert() {
    try (StatelessSession session = factory.openStatelessSession()) {
      Transaction transaction = session.beginTransaction();
      for (int number : new int[] {1, 20}) {
        HibernateEntities.Order order = new HibernateEntities.Order();
        order.key = new HibernateEntities.OrderKey(8, number);
        order.amount = new BigDecimal(number);
        session.upsert(order);
      }
      transaction.commit();
    }
  }

  private static void leftOver(Session session) {
    rows(
        session,
        "select key.customer, key.number, state, amount, version from Order order by key.customer,"
            + " key.number");
    rows(session, "select id, name, mood, address.street, version from Customer order by id");
  }
}
