SELECT * FROM {{ ref('by_kind') }} WHERE price <= 0
