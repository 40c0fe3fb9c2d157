{% snapshot order_history %}
{{ config(unique_key='id', strategy='check', check_cols=['price'], target_schema='shop') }}
SELECT id, kind, price FROM {{ source('raw', 'orders') }}
{% endsnapshot %}
