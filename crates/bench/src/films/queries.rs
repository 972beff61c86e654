//! Table of data.
//!
//! Queries over the film database: joins of 3 to 10 tables with correlated conditions.

/// The parts of a query, as text.
pub(super) struct Query {
    /// The select list.
    pub(super) output: &'static str,
    /// Tables with their aliases, separated by commas.
    pub(super) from: &'static str,
    /// Equalities between columns of two tables, separated by commas.
    pub(super) joins: &'static str,
    /// Conditions on one table each, separated by semicolons. Each begins with the table's alias.
    pub(super) filters: &'static str,
}

const fn query(output: &'static str, from: &'static str, joins: &'static str, filters: &'static str) -> Query {
    Query { output, from, joins, filters }
}

pub(super) const QUERIES: [Query; 32] = [
    // German film companies and the keywords of their titles.
    query(
        "MIN(t.name)",
        "company c, title_company tc, title t, title_keyword tk, keyword k",
        "c.id = tc.company_id, tc.title_id = t.id, tk.title_id = t.id, tk.keyword_id = k.id, tc.title_id = \
         tk.title_id",
        "c.country = '[de]'; k.word LIKE 'Ba-drama-%'",
    ),
    query(
        "MIN(t.name), MIN(r.value)",
        "title t, rating r, fact f, title_keyword tk, keyword k",
        "t.id = r.title_id, r.fact_id = f.id, tk.title_id = t.id, tk.keyword_id = k.id",
        "f.name = 'rating'; r.value > '8.5'; k.word LIKE '%animation%'; t.year > 2005",
    ),
    query(
        "MIN(t.year), COUNT(*)",
        "title t, title_fact g, title_fact l, fact fg, fact fl",
        "t.id = g.title_id, t.id = l.title_id, g.fact_id = fg.id, l.fact_id = fl.id",
        "fg.name = 'genre'; fl.name = 'language'; g.value = 'Western'; l.value = 'Bulgarian'",
    ),
    query(
        "MIN(t.name)",
        "title t, title_company tc, company c, role ro, title_fact tf, fact f",
        "t.id = tc.title_id, tc.company_id = c.id, tc.role_id = ro.id, tf.title_id = t.id, tf.fact_id = f.id",
        "ro.name = 'production company'; c.country = '[se]'; f.name = 'country'; tf.value IN ('Sweden', 'Denmark'); \
         t.year > 1990",
    ),
    query(
        "MIN(tc.note), MIN(t.name), MIN(t.year)",
        "role ro, fact f, title_company tc, rating r, title t",
        "ro.id = tc.role_id, t.id = tc.title_id, t.id = r.title_id, tc.title_id = r.title_id, f.id = r.fact_id",
        "ro.name = 'production company'; f.name = 'votes'; tc.note LIKE '%(co-production)%'; t.year > 2010",
    ),
    // The voices of animations.
    query(
        "MIN(p.name), MIN(t.name)",
        "person p, credit cr, part pa, title t, title_fact tf, fact f",
        "p.id = cr.person_id, cr.part_id = pa.id, cr.title_id = t.id, tf.title_id = t.id, tf.fact_id = f.id",
        "pa.name = 'actress'; p.gender = 'f'; cr.note = '(voice)'; f.name = 'genre'; tf.value = 'Animation'; t.year \
         BETWEEN 2000 AND 2010",
    ),
    query(
        "MIN(p.name), MIN(a.name)",
        "person p, alias a, credit cr, title t, title_keyword tk, keyword k",
        "p.id = a.person_id, p.id = cr.person_id, cr.title_id = t.id, tk.title_id = t.id, tk.keyword_id = k.id",
        "k.word LIKE 'ko-comedy%'; t.year > 2012; p.name LIKE 'Ba%'",
    ),
    query(
        "MIN(c.name), MIN(t.name)",
        "company c, title_company tc, title t, kind ki, role ro, title_fact tf, rating r, fact f",
        "c.id = tc.company_id, tc.title_id = t.id, t.kind_id = ki.id, tc.role_id = ro.id, tf.title_id = t.id, \
         r.title_id = t.id, r.fact_id = f.id",
        "c.country = '[us]'; ki.name = 'film'; ro.name = 'distributor'; f.name = 'rating'; r.value > '8.0'; \
         tf.value IN ('Horror', 'Thriller')",
    ),
    query(
        "MIN(k.word), MIN(p.name), MIN(t.name)",
        "credit cr, keyword k, title_keyword tk, person p, title t",
        "k.id = tk.keyword_id, t.id = tk.title_id, t.id = cr.title_id, tk.title_id = cr.title_id, p.id = \
         cr.person_id",
        "k.id = 10; p.name LIKE '%den%sha%'; t.year > 2000",
    ),
    query(
        "MIN(p.name), MIN(t.name)",
        "credit cr, person p, title t, title_company tc, company c, title_keyword tk, keyword k",
        "cr.person_id = p.id, cr.title_id = t.id, tc.title_id = t.id, tc.company_id = c.id, tk.title_id = t.id, \
         tk.keyword_id = k.id",
        "k.word = 'Ba-drama-0'; c.country = '[jp]'; p.name LIKE 'B%'",
    ),
    // Links between titles.
    query(
        "MIN(re.name), MIN(t.name), MIN(o.name)",
        "title_link li, relation re, title t, title o, title_keyword tk, keyword k",
        "li.relation_id = re.id, li.title_id = t.id, li.other_id = o.id, tk.title_id = t.id, tk.keyword_id = k.id",
        "re.name = 'remake of'; k.word LIKE '%-action-%'; o.year < 1990",
    ),
    query(
        "MIN(c.name), MIN(re.name), MIN(t.name)",
        "company c, title_company tc, title t, title_link li, relation re, role ro, title_keyword tk, keyword k",
        "c.id = tc.company_id, tc.title_id = t.id, li.title_id = t.id, li.relation_id = re.id, tc.role_id = ro.id, \
         tk.title_id = t.id, tk.keyword_id = k.id",
        "c.country IN ('[de]', '[se]', '[dk]'); re.name LIKE '%follow%'; ro.name = 'production company'; tc.note IS \
         NULL; k.word LIKE '%-crime-%'",
    ),
    query(
        "MIN(r.value), MIN(t.name), MIN(r2.value), MIN(o.name)",
        "title t, rating r, fact f, title_link li, title o, rating r2, fact f2, kind ki",
        "t.id = r.title_id, r.fact_id = f.id, li.title_id = t.id, li.other_id = o.id, o.id = r2.title_id, \
         r2.fact_id = f2.id, t.kind_id = ki.id",
        "f.name = 'rating'; f2.name = 'rating'; r2.value < '6.0'; ki.name = 'series'; t.year > 2000",
    ),
    query(
        "COUNT(*)",
        "title t, kind ki, title_company tc, company c",
        "t.kind_id = ki.id, t.id = tc.title_id, tc.company_id = c.id",
        "ki.name = 'game'; c.country = '[us]'; t.year < 1980",
    ),
    query(
        "MIN(tf.value), MIN(r.value), MIN(t.name)",
        "title_fact tf, fact f, rating r, fact f2, title t, kind ki, title_keyword tk, keyword k",
        "tf.fact_id = f.id, r.fact_id = f2.id, t.kind_id = ki.id, t.id = tf.title_id, t.id = r.title_id, t.id = \
         tk.title_id, tk.keyword_id = k.id",
        "f.name = 'country'; f2.name = 'rating'; ki.name = 'film'; tf.value IN ('Sweden', 'Germany', 'Denmark', \
         'USA'); r.value < '8.5'; k.word LIKE '%-thriller-%'; t.year > 2005",
    ),
    query(
        "MIN(tf.value), MIN(t.name)",
        "title_fact tf, fact f, title t, title_company tc, company c, role ro",
        "tf.fact_id = f.id, t.id = tf.title_id, tc.title_id = t.id, tc.company_id = c.id, tc.role_id = ro.id",
        "f.name = 'release date'; tf.value LIKE 'USA:%2005'; c.country = '[us]'; tc.note LIKE '%(2005)%'; t.year = \
         2005",
    ),
    query(
        "MIN(a.name), MIN(t.name)",
        "alias a, person p, credit cr, title t, title_company tc, company c, title_keyword tk, keyword k",
        "a.person_id = p.id, p.id = cr.person_id, cr.title_id = t.id, tc.title_id = t.id, tc.company_id = c.id, \
         tk.title_id = t.id, tk.keyword_id = k.id",
        "k.word = 'ri-drama-1'; c.country = '[us]'; t.episode < 10",
    ),
    query(
        "MIN(a.name), MIN(t.name)",
        "alias a, person p, credit cr, title t, title_company tc, company c, title_keyword tk, keyword k",
        "a.person_id = p.id, p.id = cr.person_id, cr.title_id = t.id, tc.title_id = t.id, tc.company_id = c.id, \
         tk.title_id = t.id, tk.keyword_id = k.id",
        "k.word = 'ko-comedy-1'; c.country = '[us]'; t.episode IS NULL",
    ),
    query(
        "MIN(tf.value), MIN(r.value), MIN(t.name)",
        "title_fact tf, fact f, rating r, fact f2, title t, credit cr, person p",
        "tf.fact_id = f.id, r.fact_id = f2.id, t.id = tf.title_id, t.id = r.title_id, t.id = cr.title_id, \
         cr.person_id = p.id",
        "f.name = 'budget'; f2.name = 'votes'; cr.note IN ('(executive producer)', '(story)'); p.gender = 'm'; \
         p.name LIKE '%par%'",
    ),
    query(
        "MIN(p.name), MIN(t.name)",
        "person p, credit cr, part pa, title t, title_company tc, company c, title_fact tf, fact f, role ro",
        "p.id = cr.person_id, cr.part_id = pa.id, cr.title_id = t.id, tc.title_id = t.id, tc.company_id = c.id, \
         tf.title_id = t.id, tf.fact_id = f.id, tc.role_id = ro.id",
        "pa.name = 'actress'; p.gender = 'f'; p.name LIKE '%qui%'; f.name = 'release date'; tf.value LIKE \
         'Japan:%'; c.country = '[jp]'; ro.name = 'distributor'; t.year BETWEEN 2000 AND 2015",
    ),
    query(
        "MIN(t.name)",
        "kind ki, title t, credit cr, person p, title_keyword tk, keyword k",
        "ki.id = t.kind_id, cr.title_id = t.id, cr.person_id = p.id, tk.title_id = t.id, tk.keyword_id = k.id",
        "ki.name = 'film'; k.word IN ('Ba-drama-0', 'ko-comedy-1', 'ri-documentary-2', 'mel-romance-3'); p.name \
         LIKE '%Ba%'; t.year > 1950",
    ),
    query(
        "MIN(p.name)",
        "person p, credit cr, title t",
        "p.id = cr.person_id, cr.title_id = t.id",
        "p.name LIKE 'Ba,%'; t.year < 1930",
    ),
    query(
        "COUNT(*)",
        "person p, credit cr, part pa",
        "p.id = cr.person_id, cr.part_id = pa.id",
        "p.gender = 'm'; pa.name = 'actress'",
    ),
    query(
        "MIN(t.name), COUNT(*)",
        "title t, title_keyword tk, keyword k, title_keyword tk2, keyword k2",
        "t.id = tk.title_id, tk.keyword_id = k.id, t.id = tk2.title_id, tk2.keyword_id = k2.id",
        "k.id = 12; k2.id = 28; t.kind_id = 1",
    ),
    query(
        "MIN(p.name), MIN(p2.name)",
        "person p, credit cr, title t, credit cr2, person p2",
        "p.id = cr.person_id, cr.title_id = t.id, t.id = cr2.title_id, cr2.person_id = p2.id",
        "p.id = 40; cr2.part_id = 5; p2.gender = 'f'; t.year > 1990",
    ),
    query(
        "MIN(c.name), MIN(c2.name), MIN(t.name)",
        "company c, title_company tc, title t, title_link li, title o, title_company tc2, company c2, relation re",
        "c.id = tc.company_id, tc.title_id = t.id, li.title_id = t.id, li.other_id = o.id, tc2.title_id = o.id, \
         tc2.company_id = c2.id, li.relation_id = re.id",
        "c.country = '[us]'; c2.country = '[gb]'; re.name IN ('follows', 'followed by'); t.year BETWEEN 2005 AND \
         2008",
    ),
    query(
        "MIN(tf.value), MIN(r.value), MIN(p.name), MIN(t.name)",
        "credit cr, fact f, fact f2, keyword k, title_fact tf, rating r, title_keyword tk, person p, title t",
        "t.id = tf.title_id, t.id = r.title_id, t.id = cr.title_id, t.id = tk.title_id, tf.fact_id = f.id, \
         r.fact_id = f2.id, p.id = cr.person_id, k.id = tk.keyword_id",
        "cr.note IN ('(story)', '(executive producer)'); f.name = 'genre'; f2.name = 'votes'; tf.value = 'Horror'; \
         p.gender = 'm'; k.word LIKE '%-horror-%'",
    ),
    query(
        "MIN(t.name), MIN(r.value)",
        "title t, rating r, fact f, kind ki, title_keyword tk, keyword k, credit cr, person p, part pa",
        "t.id = r.title_id, r.fact_id = f.id, t.kind_id = ki.id, t.id = tk.title_id, tk.keyword_id = k.id, t.id = \
         cr.title_id, cr.person_id = p.id, cr.part_id = pa.id",
        "f.name = 'rating'; r.value > '7.0'; ki.name = 'film'; k.word LIKE '%-sci-fi-%'; pa.name = 'director'; \
         t.year > 2000; p.gender = 'f'",
    ),
    query(
        "MIN(p.name), MIN(t.name), MIN(k.word)",
        "person p, alias a, credit cr, part pa, title t, title_company tc, company c, role ro, title_keyword tk, \
         keyword k",
        "p.id = a.person_id, p.id = cr.person_id, cr.part_id = pa.id, cr.title_id = t.id, tc.title_id = t.id, \
         tc.company_id = c.id, tc.role_id = ro.id, tk.title_id = t.id, tk.keyword_id = k.id",
        "pa.name = 'writer'; c.country = '[fr]'; ro.name = 'production company'; k.word LIKE '%-romance-%'; t.year \
         BETWEEN 1980 AND 2012",
    ),
    query(
        "COUNT(*), MIN(t.year)",
        "title t, title_fact tf, title_fact tf2, title_company tc, company c",
        "t.id = tf.title_id, t.id = tf2.title_id, t.id = tc.title_id, tc.company_id = c.id",
        "tf.fact_id = 2; tf.value = 'Japan'; tf2.fact_id = 3; tf2.value = 'Japanese'; c.country = '[jp]'",
    ),
    query(
        "MIN(t.name)",
        "title t, rating r, title_fact tf, title_company tc",
        "t.id = r.title_id, t.id = tf.title_id, t.id = tc.title_id",
        "t.year = 1935; r.fact_id = 12; tf.fact_id = 8; tc.note LIKE '%(VHS)'",
    ),
    query(
        "MIN(t.name), MIN(p.name)",
        "title t, credit cr, person p, title_link li, title o",
        "t.id = cr.title_id, cr.person_id = p.id, li.other_id = t.id, li.title_id = o.id",
        "o.id = 30011; p.gender = 'm'",
    ),
];
