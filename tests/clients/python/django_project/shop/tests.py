"""What applications do: rows, aggregates, constraints, transactions, locks."""
from decimal import Decimal

from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, OuterRef, Subquery, Sum
from django.test import TestCase, TransactionTestCase

from .models import Customer, Order


class RowsTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.ada = Customer.objects.create(name="Ada")
        cls.bob = Customer.objects.create(name="Bob")
        Order.objects.bulk_create(
            Order(customer=cls.ada if i % 3 else cls.bob, amount=Decimal(i), details={"lines": i % 4})
            for i in range(30)
        )

    def test_aggregates(self):
        self.assertEqual(Order.objects.aggregate(total=Sum("amount"))["total"], Decimal(435))
        counts = Customer.objects.annotate(n=Count("order")).order_by("name").values_list("name", "n")
        self.assertEqual(list(counts), [("Ada", 20), ("Bob", 10)])

    def test_lookups(self):
        self.assertEqual(Order.objects.filter(details__lines__gt=2).count(), 7)
        dearest = Order.objects.filter(customer=OuterRef("pk")).order_by("-amount").values("amount")[:1]
        self.assertEqual(
            list(Customer.objects.order_by("name").annotate(d=Subquery(dearest)).values_list("d", flat=True)),
            [Decimal(29), Decimal(27)],
        )

    def test_changes(self):
        Order.objects.filter(customer=self.ada).update(amount=F("amount") + 1)
        self.assertEqual(Order.objects.aggregate(total=Sum("amount"))["total"], Decimal(455))
        self.bob.delete()
        self.assertEqual(Order.objects.count(), 20)
        changed, made = Customer.objects.update_or_create(name="Ada", defaults={"name": "Countess"})
        self.assertFalse(made)
        Customer.objects.bulk_create([Customer(name="Countess"), Customer(name="Eve")], ignore_conflicts=True)
        self.assertEqual(Customer.objects.count(), 2)

    def test_constraints(self):
        with self.assertRaises(IntegrityError), transaction.atomic():
            Order.objects.create(customer=self.ada, amount=-1)
        with self.assertRaises(IntegrityError), transaction.atomic():
            Customer.objects.create(name="Ada")
        self.assertEqual(Order.objects.count(), 30)


class TransactionsTest(TransactionTestCase):
    reset_sequences = True

    def test_savepoints(self):
        with transaction.atomic():
            Customer.objects.create(name="kept")
            with self.assertRaises(ValueError):
                with transaction.atomic():
                    Customer.objects.create(name="gone")
                    raise ValueError
        self.assertEqual(list(Customer.objects.values_list("id", "name")), [(1, "kept")])

    def test_locks(self):
        customer = Customer.objects.create(name="Ada")
        Order.objects.bulk_create(Order(customer=customer, amount=i) for i in range(5))
        with transaction.atomic():
            job = Order.objects.select_for_update(skip_locked=True).filter(state="new").order_by("id").first()
            job.state = "done"
            job.save()
        self.assertEqual(Order.objects.filter(state="new").count(), 4)

    def test_streams(self):
        Customer.objects.bulk_create(Customer(name=str(i)) for i in range(500))
        self.assertEqual(sum(1 for _ in Customer.objects.iterator(chunk_size=50)), 500)

    def test_names(self):
        self.assertIn("shop_order", connection.introspection.table_names())
