//! Table of data: the part of SQL Server's showplan schema that documents of plans use. Names,
//! orders and enumerations are those of `showplanxml.xsd`.

use sluice_types::xml::{Element, Node};

/// Fails unless the element and its descendants are as the schema has them.
pub(super) fn check(element: &Element) {
    let found = ELEMENTS.iter().find(|(names, ..)| names.split(' ').any(|name| name == element.name));
    let Some((_, required, optional, content)) = found else { panic!("the schema has no {}", element.name) };
    for (name, value) in &element.attributes {
        let is_known = required.split(' ').chain(optional.split(' ')).any(|known| known == name);
        assert!(is_known, "{} has no attribute {name}", element.name);
        let list = match name.as_str() {
            "PhysicalOp" => PHYSICAL,
            "LogicalOp" => LOGICAL,
            "ScanType" | "CompareOp" => COMPARISONS,
            _ => continue,
        };
        assert!(list.split("; ").any(|known| known == value), "{name} is {value}");
    }
    for name in required.split(' ').filter(|name| !name.is_empty()) {
        assert!(element.attributes.iter().any(|(own, _)| own == name), "{} lacks {name}", element.name);
    }
    let children: Vec<&Element> = element.children.iter().map(child).collect();
    let mut names = children.iter().map(|child| child.name.as_str()).peekable();
    for part in content.split(' ').filter(|part| !part.is_empty()) {
        let (part, many) = part.strip_suffix('*').map_or((part, false), |part| (part, true));
        let (part, least) = part.strip_suffix('?').map_or((part, 1), |part| (part, 0));
        let is_it = |name: &str| match part {
            "OPERATOR" => OPERATORS.split(' ').any(|known| known == name),
            "SCALAR" => SCALARS.split(' ').any(|known| known == name),
            part => part == name,
        };
        let mut count = 0;
        while (many || count == 0) && names.peek().is_some_and(|name| is_it(name)) {
            names.next();
            count += 1;
        }
        assert!(count >= least, "{} lacks {part}, before {:?}", element.name, names.peek());
    }
    assert_eq!(names.next(), None, "{} has more than its content {content}", element.name);
    children.into_iter().for_each(check);
}

fn child(node: &Node) -> &Element {
    let Node::Element(element) = node else { panic!("plans have no text: {node:?}") };
    element
}

/// Names of elements, their required and optional attributes, and their children: `?` marks an
/// optional one, `*` after it any number, `*` alone at least one.
const ELEMENTS: &[(&str, &str, &str, &str)] = &[
    ("ShowPlanXML", "Version Build", "xmlns ClusteredMode", "BatchSequence"),
    ("BatchSequence", "", "", "Batch*"),
    ("Batch", "", "", "Statements*"),
    ("Statements", "", "", "StmtSimple?*"),
    (
        "StmtSimple",
        "",
        "StatementCompId StatementEstRows StatementId StatementSubTreeCost StatementText StatementType",
        "StatementSetOptions? QueryPlan?",
    ),
    (
        "StatementSetOptions",
        "",
        "ANSI_NULLS ANSI_PADDING ANSI_WARNINGS ARITHABORT CONCAT_NULL_YIELDS_NULL NUMERIC_ROUNDABORT QUOTED_IDENTIFIER",
        "",
    ),
    ("QueryPlan", "", "DegreeOfParallelism", "RelOp"),
    (
        "RelOp",
        "AvgRowSize EstimateCPU EstimateIO EstimateRebinds EstimateRewinds EstimateRows LogicalOp NodeId Parallel \
         PhysicalOp EstimatedTotalSubtreeCost",
        "EstimatedExecutionMode",
        "OutputList Warnings? RunTimeInformation? OPERATOR",
    ),
    (
        "OutputList HashKeysBuild HashKeysProbe GroupBy OuterReferences InnerSideJoinColumns OuterSideJoinColumns \
         TieColumns RangeColumns",
        "",
        "",
        "ColumnReference?*",
    ),
    ("Warnings", "", "NoJoinPredicate", ""),
    ("RunTimeInformation", "", "", "RunTimeCountersPerThread*"),
    (
        "RunTimeCountersPerThread",
        "Thread ActualRows ActualEndOfScans ActualExecutions",
        "ActualExecutionMode ActualRebinds ActualRewinds",
        "",
    ),
    ("ColumnReference", "Column", "Database Schema Table Alias", "ScalarOperator?"),
    ("DefinedValues", "", "", "DefinedValue?*"),
    ("DefinedValue", "", "", "ColumnReference* ScalarOperator?"),
    ("Filter", "StartupExpression", "", "DefinedValues? RelOp Predicate"),
    ("ConstantScan", "", "", "DefinedValues? Values?"),
    ("Values", "", "", "Row?*"),
    ("Row RangeExpressions ParameterList", "", "", "ScalarOperator*"),
    ("TableScan", "Ordered", "ForcedIndex ForceScan NoExpandHint Storage", "DefinedValues? Object*"),
    (
        "IndexScan",
        "Ordered",
        "Lookup ScanDirection ForcedIndex ForceSeek ForceScan NoExpandHint Storage",
        "DefinedValues? Object* SeekPredicates?",
    ),
    ("Object", "", "Database Schema Table Index Filtered Alias IndexKind Storage", ""),
    ("SeekPredicates", "", "", "SeekPredicateNew*"),
    ("SeekPredicateNew", "", "", "SeekKeys"),
    ("SeekKeys", "", "", "Prefix? StartRange? EndRange?"),
    ("Prefix StartRange EndRange", "ScanType", "", "RangeColumns RangeExpressions"),
    ("TableValuedFunction", "", "", "DefinedValues? Object? ParameterList?"),
    ("Hash", "", "", "DefinedValues? HashKeysBuild? HashKeysProbe? BuildResidual? ProbeResidual? RelOp RelOp?"),
    ("ComputeScalar SequenceProject", "", "ComputeSequence", "DefinedValues? RelOp"),
    ("StreamAggregate", "", "", "DefinedValues? GroupBy? RelOp"),
    ("Sort", "Distinct", "", "DefinedValues? OrderBy RelOp"),
    ("OrderBy", "", "", "OrderByColumn*"),
    ("OrderByColumn", "Ascending", "", "ColumnReference"),
    ("Concat", "", "", "DefinedValues? RelOp RelOp*"),
    ("Merge", "", "ManyToMany", "DefinedValues? InnerSideJoinColumns? OuterSideJoinColumns? Residual? RelOp RelOp"),
    ("NestedLoops", "Optimized", "", "DefinedValues? Predicate? OuterReferences? RelOp RelOp"),
    ("Parallelism", "", "", "DefinedValues? RelOp"),
    ("Segment", "", "", "DefinedValues? GroupBy SegmentColumn RelOp"),
    ("SegmentColumn", "", "", "ColumnReference"),
    ("Sequence", "", "FunctionName", "RelOp?*"),
    ("Top", "", "RowCount IsPercent WithTies", "TieColumns? OffsetExpression? TopExpression? RelOp"),
    ("Extension", "UDXName", "", "RelOp?"),
    ("Update", "", "DMLRequestSort", "DefinedValues? Object* SetPredicate? RelOp"),
    ("Spool", "", "Stack PrimaryNodeId", "RelOp?"),
    (
        "Predicate BuildResidual ProbeResidual Residual TopExpression OffsetExpression SetPredicate Condition Then Else",
        "",
        "",
        "ScalarOperator",
    ),
    ("ScalarOperator", "", "ScalarString", "SCALAR"),
    ("Aggregate", "AggType Distinct", "", "ScalarOperator?*"),
    ("Arithmetic", "Operation", "", "ScalarOperator ScalarOperator?"),
    ("MultipleAssign", "", "", "Assign?*"),
    ("Assign", "", "", "ColumnReference ScalarOperator"),
    ("Compare", "CompareOp", "", "ScalarOperator ScalarOperator?"),
    ("Const", "ConstValue", "", ""),
    ("Convert", "DataType Style Implicit", "Length Precision Scale", "ScalarOperator"),
    ("Identifier", "", "Table", "ColumnReference?"),
    ("IF", "", "", "Condition Then Else"),
    ("Intrinsic UserDefinedFunction", "FunctionName", "", "ScalarOperator?*"),
    ("Logical", "Operation", "", "ScalarOperator*"),
];

/// The choice of a `RelOp`.
const OPERATORS: &str = "ComputeScalar Concat ConstantScan Extension Filter Hash IndexScan Merge NestedLoops \
    Parallelism Segment Sequence SequenceProject Sort Spool StreamAggregate TableScan TableValuedFunction Top Update";

/// The choice of a `ScalarOperator`.
const SCALARS: &str = "Aggregate Arithmetic Compare Const Convert Identifier IF Intrinsic Logical MultipleAssign \
    Sequence UserDefinedFunction";

const COMPARISONS: &str = "BINARY IS; BOTH NULL; EQ; GE; GT; IS; IS NOT; IS NOT NULL; IS NULL; LE; LT; NE; ONE NULL";

const PHYSICAL: &str = "Clustered Index Delete; Clustered Index Insert; Clustered Index Scan; Clustered Index Seek; \
    Clustered Index Update; Clustered Index Merge; Compute Scalar; Concatenation; Constant Scan; Filter; Hash Match; \
    Index Scan; Index Seek; Index Spool; Merge Join; Nested Loops; Parallelism; RID Lookup; Segment; Sequence; Sequence Project; \
    Sort; Stream Aggregate; Table Delete; Table Insert; Table Merge; Table Scan; Table Spool; Table Update; \
    Table-valued function; Top; UDX";

const LOGICAL: &str = "Aggregate; Clustered Index Scan; Clustered Index Seek; Compute Scalar; Concatenation; \
    Constant Scan; Delete; Filter; Full Outer Join; Gather Streams; Index Scan; Index Seek; Inner Join; Insert; Lazy Spool; \
    Left Anti Semi Join; Left Outer Join; Left Semi Join; Merge; Partial Aggregate; RID Lookup; Right Anti Semi Join; Right Outer Join; \
    Right Semi Join; Segment; Sequence; Sort; Table-valued function; Table Scan; Top; UDX; Update";
