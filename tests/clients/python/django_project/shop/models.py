"""Customers and what they have ordered."""
from django.db import models


class Customer(models.Model):
    name = models.CharField(max_length=50, unique=True)
    joined = models.DateField(auto_now_add=True)


class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    details = models.JSONField(default=dict)
    state = models.CharField(max_length=10, default="new", db_index=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(amount__gte=0), name="no_debts")]
