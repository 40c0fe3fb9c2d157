CREATE FUNCTION shop.total_of(wanted integer) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT sum(amount) FROM shop.orders WHERE customer = wanted);
END;
$$;
