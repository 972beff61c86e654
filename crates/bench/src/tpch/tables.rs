//! Table of data.
//!
//! The tables of TPC-H with their primary keys.

/// Names and columns of the tables, each after those that it refers to.
pub(super) const TABLES: [(&str, &str); 8] = [
    ("region", "r_regionkey int NOT NULL PRIMARY KEY, r_name varchar(25) NOT NULL, r_comment varchar(152) NOT NULL"),
    (
        "nation",
        "n_nationkey int NOT NULL PRIMARY KEY, n_name varchar(25) NOT NULL, n_regionkey int NOT NULL, \
         n_comment varchar(152) NOT NULL",
    ),
    (
        "supplier",
        "s_suppkey int NOT NULL PRIMARY KEY, s_name varchar(25) NOT NULL, s_address varchar(40) NOT NULL, \
         s_nationkey int NOT NULL, s_phone varchar(15) NOT NULL, s_acctbal decimal(15,2) NOT NULL, s_comment \
         varchar(101) NOT NULL",
    ),
    (
        "customer",
        "c_custkey int NOT NULL PRIMARY KEY, c_name varchar(25) NOT NULL, c_address varchar(40) NOT NULL, \
         c_nationkey int NOT NULL, c_phone varchar(15) NOT NULL, c_acctbal decimal(15,2) NOT NULL, \
         c_mktsegment varchar(10) NOT NULL, c_comment varchar(117) NOT NULL",
    ),
    (
        "part",
        "p_partkey int NOT NULL PRIMARY KEY, p_name varchar(55) NOT NULL, p_mfgr varchar(25) NOT NULL, \
         p_brand varchar(10) NOT NULL, p_type varchar(25) NOT NULL, p_size int NOT NULL, p_container \
         varchar(10) NOT NULL, p_retailprice decimal(15,2) NOT NULL, p_comment varchar(23) NOT NULL",
    ),
    (
        "partsupp",
        "ps_partkey int NOT NULL, ps_suppkey int NOT NULL, ps_availqty int NOT NULL, ps_supplycost \
         decimal(15,2) NOT NULL, ps_comment varchar(199) NOT NULL, PRIMARY KEY (ps_partkey, ps_suppkey)",
    ),
    (
        "orders",
        "o_orderkey int NOT NULL PRIMARY KEY, o_custkey int NOT NULL, o_orderstatus varchar(1) NOT NULL, \
         o_totalprice decimal(15,2) NOT NULL, o_orderdate date NOT NULL, o_orderpriority varchar(15) NOT \
         NULL, o_clerk varchar(15) NOT NULL, o_shippriority int NOT NULL, o_comment varchar(79) NOT NULL",
    ),
    (
        "lineitem",
        "l_orderkey int NOT NULL, l_partkey int NOT NULL, l_suppkey int NOT NULL, l_linenumber int NOT NULL, \
         l_quantity decimal(15,2) NOT NULL, l_extendedprice decimal(15,2) NOT NULL, l_discount decimal(15,2) \
         NOT NULL, l_tax decimal(15,2) NOT NULL, l_returnflag varchar(1) NOT NULL, l_linestatus varchar(1) \
         NOT NULL, l_shipdate date NOT NULL, l_commitdate date NOT NULL, l_receiptdate date NOT NULL, \
         l_shipinstruct varchar(25) NOT NULL, l_shipmode varchar(10) NOT NULL, l_comment varchar(44) NOT \
         NULL, PRIMARY KEY (l_orderkey, l_linenumber)",
    ),
];
