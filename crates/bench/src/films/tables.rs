//! Table of data.
//!
//! The tables of the film database with their keys and indexes, each after those it refers to.

/// Names and columns of the tables.
pub(super) const TABLES: [(&str, &str); 16] = [
    ("kind", "id int NOT NULL PRIMARY KEY, name varchar(20) NOT NULL"),
    ("role", "id int NOT NULL PRIMARY KEY, name varchar(30) NOT NULL"),
    ("fact", "id int NOT NULL PRIMARY KEY, name varchar(30) NOT NULL"),
    ("part", "id int NOT NULL PRIMARY KEY, name varchar(30) NOT NULL"),
    ("relation", "id int NOT NULL PRIMARY KEY, name varchar(30) NOT NULL"),
    (
        "title",
        "id int NOT NULL PRIMARY KEY, name varchar(100) NOT NULL, kind_id int NOT NULL, year int NULL, \
         episode int NULL, INDEX by_kind (kind_id)",
    ),
    ("company", "id int NOT NULL PRIMARY KEY, name varchar(100) NOT NULL, country varchar(10) NULL"),
    (
        "title_company",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, company_id int NOT NULL, role_id int NOT NULL, \
         note varchar(60) NULL, INDEX by_title (title_id), INDEX by_company (company_id), INDEX by_role (role_id)",
    ),
    ("keyword", "id int NOT NULL PRIMARY KEY, word varchar(60) NOT NULL"),
    (
        "title_keyword",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, keyword_id int NOT NULL, INDEX by_title (title_id), \
         INDEX by_keyword (keyword_id)",
    ),
    (
        "title_fact",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, fact_id int NOT NULL, value varchar(80) NOT NULL, \
         INDEX by_title (title_id), INDEX by_fact (fact_id)",
    ),
    (
        "rating",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, fact_id int NOT NULL, value varchar(10) NOT NULL, \
         INDEX by_title (title_id), INDEX by_fact (fact_id)",
    ),
    ("person", "id int NOT NULL PRIMARY KEY, name varchar(60) NOT NULL, gender varchar(1) NULL"),
    (
        "alias",
        "id int NOT NULL PRIMARY KEY, person_id int NOT NULL, name varchar(60) NOT NULL, INDEX by_person (person_id)",
    ),
    (
        "credit",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, person_id int NOT NULL, part_id int NOT NULL, \
         note varchar(30) NULL, INDEX by_title (title_id), INDEX by_person (person_id), INDEX by_part (part_id)",
    ),
    (
        "title_link",
        "id int NOT NULL PRIMARY KEY, title_id int NOT NULL, other_id int NOT NULL, relation_id int NOT NULL, \
         INDEX by_title (title_id), INDEX by_other (other_id), INDEX by_relation (relation_id)",
    ),
];

pub(super) const KINDS: [&str; 7] =
    ["film", "series", "episode", "video film", "game", "television film", "short film"];
pub(super) const ROLES: [&str; 4] = ["production company", "distributor", "special effects", "miscellaneous"];
pub(super) const FACTS: [&str; 12] = [
    "genre",
    "country",
    "language",
    "release date",
    "budget",
    "runtime",
    "sound",
    "colour",
    "certificate",
    "location",
    "rating",
    "votes",
];
pub(super) const PARTS: [&str; 10] =
    ["actor", "actress", "producer", "writer", "director", "composer", "editor", "camera", "costume designer", "guest"];
pub(super) const RELATIONS: [&str; 8] =
    ["follows", "followed by", "remake of", "remade as", "refers to", "features", "spin-off from", "version of"];
/// Genres; a title of a later one is rarer.
pub(super) const GENRES: [&str; 16] = [
    "Drama",
    "Comedy",
    "Documentary",
    "Romance",
    "Thriller",
    "Action",
    "Crime",
    "Horror",
    "Adventure",
    "Family",
    "Animation",
    "Sci-Fi",
    "Music",
    "War",
    "Western",
    "Musical",
];
/// Countries with their languages; a title of a later one is rarer.
pub(super) const COUNTRIES: [(&str, &str, &str); 12] = [
    ("[us]", "USA", "English"),
    ("[gb]", "UK", "English"),
    ("[de]", "Germany", "German"),
    ("[fr]", "France", "French"),
    ("[jp]", "Japan", "Japanese"),
    ("[in]", "India", "Hindi"),
    ("[ca]", "Canada", "English"),
    ("[it]", "Italy", "Italian"),
    ("[es]", "Spain", "Spanish"),
    ("[se]", "Sweden", "Swedish"),
    ("[dk]", "Denmark", "Danish"),
    ("[bg]", "Bulgaria", "Bulgarian"),
];
