// libpq, for the trait `Postgres`.
#include <libpq-fe.h>
