//! SHOWPLAN of joins.

use crate::expression::Words;
use crate::names::write_columns;
use crate::node::Site;
use crate::operator::PlanOperator;
use crate::rows::spool;
use crate::xml::{Xml, flag};
use sluice_plan::columns::outer;
use sluice_plan::expression::Expr;
use sluice_plan::physical::{Join, JoinKind, JoinMethod, MergeKeys};

impl Words<'_> {
    /// Shows a join with both inputs, by its method. A hash join without keys is shown as a loop
    /// over a table spool.
    pub(crate) fn join(&self, join: &Join, below: &Site) -> Box<PlanOperator> {
        let inputs = self.sides(join, below);
        match &join.method {
            JoinMethod::Hash(left, right) if !left.is_empty() => self.hash_join(join, (left, right), inputs),
            JoinMethod::Merge(keys) => self.merge_join(join, keys, inputs),
            JoinMethod::Loop => self.loop_join(join, inputs),
            JoinMethod::Hash(..) => {
                let [left, right] = inputs;
                let mut kept = spool("Table Spool", false);
                (kept.estimate, kept.output) = (right.estimate, right.output.clone());
                kept.estimate.cpu = 0.0;
                self.loop_join(join, [left, kept.over(right)])
            }
        }
    }

    /// Returns the join's condition as the argument `word`, after a comma.
    fn on(&self, join: &Join, word: &str) -> String {
        join.on.as_ref().map_or(String::new(), |on| format!(", {word}:({})", self.condition(on)))
    }

    /// The build input is shown first. It is the right side, unless the join keeps its left rows.
    fn hash_join(
        &self,
        join: &Join,
        (left, right): (&[Expr], &[Expr]),
        inputs: [Box<PlanOperator>; 2],
    ) -> Box<PlanOperator> {
        if join.builds_left {
            let [build, probe] = inputs;
            return self.hash_match(join, left_first(join.kind), [(left, build), (right, probe)]);
        }
        let kind = match join.kind {
            JoinKind::Inner => "Inner Join",
            JoinKind::Left => "Right Outer Join",
            JoinKind::Full => "Full Outer Join",
            JoinKind::Semi => "Right Semi Join",
            JoinKind::Anti | JoinKind::NotIn => "Right Anti Semi Join",
        };
        let [probe, build] = inputs;
        self.hash_match(join, kind, [(right, build), (left, probe)])
    }

    /// Returns a hash join with the keys and the input of the build side, then of the probe side.
    fn hash_match(
        &self,
        join: &Join,
        kind: &'static str,
        [(kept, build), (sought, probe)]: [(&[Expr], Box<PlanOperator>); 2],
    ) -> Box<PlanOperator> {
        PlanOperator::new("Hash Match", kind, "Hash")
            .showing_logical()
            .argument(format!("HASH:({})=({}){}", self.list(kept), self.list(sought), self.on(join, "RESIDUAL")))
            .before(|xml| {
                xml.empty("DefinedValues", &[]);
                self.write_references(xml, "HashKeysBuild", kept);
                self.write_references(xml, "HashKeysProbe", sought);
                self.write_predicate(xml, "ProbeResidual", join.on.as_ref());
            })
            .over(build)
            .over(probe)
    }

    fn merge_join(&self, join: &Join, keys: &MergeKeys, inputs: [Box<PlanOperator>; 2]) -> Box<PlanOperator> {
        let is_many = keys.is_unique == (false, false);
        let many = if is_many { "MANY-TO-MANY " } else { "" };
        let (left, right) = (self.list(&keys.left), self.list(&keys.right));
        let [outer, inner] = inputs;
        PlanOperator::new("Merge Join", left_first(join.kind), "Merge")
            .showing_logical()
            .argument(format!("{many}MERGE:({left})=({right}){}", self.on(join, "RESIDUAL")))
            .with("ManyToMany", flag(is_many))
            .before(|xml| {
                self.write_references(xml, "InnerSideJoinColumns", &keys.right);
                self.write_references(xml, "OuterSideJoinColumns", &keys.left);
                self.write_predicate(xml, "Residual", join.on.as_ref());
            })
            .over(outer)
            .over(inner)
    }

    fn loop_join(&self, join: &Join, inputs: [Box<PlanOperator>; 2]) -> Box<PlanOperator> {
        let used = outer(&join.right, &self.bound.subqueries);
        let used: Vec<_> = join.left.columns().into_iter().filter(|id| used.contains(id)).collect();
        let names: Vec<_> = used.iter().map(|id| self.name(*id)).collect();
        let mut arguments = Vec::new();
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| name.text()).collect();
            arguments.push(format!("OUTER REFERENCES:({})", names.join(", ")));
        }
        arguments.extend(join.on.as_ref().map(|on| format!("WHERE:({})", self.condition(on))));
        let [left, right] = inputs;
        let write = |xml: &mut Xml| {
            self.write_predicate(xml, "Predicate", join.on.as_ref());
            if !names.is_empty() {
                write_columns(xml, "OuterReferences", &names);
            }
        };
        let mut shown = PlanOperator::new("Nested Loops", left_first(join.kind), "NestedLoops")
            .showing_logical()
            .argument(arguments.join(", "))
            .with("Optimized", flag(false))
            .before(write)
            .over(left)
            .over(right);
        // A test for existence needs no condition.
        shown.lacks_predicate = names.is_empty() && join.on.is_none() && join.kind.returns_right();
        shown
    }
}

/// Returns the logical operator of a join whose left side is shown first.
fn left_first(kind: JoinKind) -> &'static str {
    match kind {
        JoinKind::Inner => "Inner Join",
        JoinKind::Left => "Left Outer Join",
        JoinKind::Full => "Full Outer Join",
        JoinKind::Semi => "Left Semi Join",
        JoinKind::Anti | JoinKind::NotIn => "Left Anti Semi Join",
    }
}
