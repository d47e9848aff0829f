"""What cvc5's programming interface calls the sorts and operators of SMT-LIB."""

from __future__ import annotations

from gadfly.lang.smt.theories.floats import LONG_MODE_NAMES

KINDS = {
    "not": "NOT", "and": "AND", "or": "OR", "xor": "XOR", "=>": "IMPLIES", "ite": "ITE", "=": "EQUAL",
    "distinct": "DISTINCT", "forall": "FORALL", "exists": "EXISTS",
    "+": "ADD", "-": "SUB", "*": "MULT", "/": "DIVISION", "div": "INTS_DIVISION", "mod": "INTS_MODULUS",
    "<": "LT", "<=": "LEQ", ">": "GT", ">=": "GEQ", "abs": "ABS", "divisible": "DIVISIBLE",
    "to_real": "TO_REAL", "to_int": "TO_INTEGER", "is_int": "IS_INTEGER",
    "select": "SELECT", "store": "STORE",
    "bvadd": "BITVECTOR_ADD", "bvmul": "BITVECTOR_MULT", "concat": "BITVECTOR_CONCAT",
    "bvnot": "BITVECTOR_NOT", "bvneg": "BITVECTOR_NEG", "bvand": "BITVECTOR_AND", "bvor": "BITVECTOR_OR",
    "bvxor": "BITVECTOR_XOR", "bvnand": "BITVECTOR_NAND", "bvnor": "BITVECTOR_NOR",
    "bvxnor": "BITVECTOR_XNOR", "bvcomp": "BITVECTOR_COMP", "bvsub": "BITVECTOR_SUB",
    "bvredor": "BITVECTOR_REDOR", "bvredand": "BITVECTOR_REDAND", "bvudiv": "BITVECTOR_UDIV",
    "bvurem": "BITVECTOR_UREM", "bvsdiv": "BITVECTOR_SDIV", "bvsrem": "BITVECTOR_SREM",
    "bvsmod": "BITVECTOR_SMOD", "bvshl": "BITVECTOR_SHL", "bvlshr": "BITVECTOR_LSHR",
    "bvashr": "BITVECTOR_ASHR", "bvult": "BITVECTOR_ULT", "bvule": "BITVECTOR_ULE",
    "bvugt": "BITVECTOR_UGT", "bvuge": "BITVECTOR_UGE", "bvslt": "BITVECTOR_SLT", "bvsle": "BITVECTOR_SLE",
    "bvsgt": "BITVECTOR_SGT", "bvsge": "BITVECTOR_SGE", "bvuaddo": "BITVECTOR_UADDO",
    "bvsaddo": "BITVECTOR_SADDO", "bvumulo": "BITVECTOR_UMULO", "bvsmulo": "BITVECTOR_SMULO",
    "bvusubo": "BITVECTOR_USUBO", "bvssubo": "BITVECTOR_SSUBO", "bvsdivo": "BITVECTOR_SDIVO",
    "extract": "BITVECTOR_EXTRACT", "repeat": "BITVECTOR_REPEAT", "zero_extend": "BITVECTOR_ZERO_EXTEND",
    "sign_extend": "BITVECTOR_SIGN_EXTEND", "rotate_left": "BITVECTOR_ROTATE_LEFT",
    "rotate_right": "BITVECTOR_ROTATE_RIGHT", "bv2nat": "BITVECTOR_TO_NAT", "bv2int": "BITVECTOR_TO_NAT",
    "ubv_to_int": "BITVECTOR_TO_NAT", "int2bv": "INT_TO_BITVECTOR", "nat2bv": "INT_TO_BITVECTOR",
    "int_to_bv": "INT_TO_BITVECTOR",
    "fp.abs": "FLOATINGPOINT_ABS", "fp.neg": "FLOATINGPOINT_NEG", "fp.add": "FLOATINGPOINT_ADD",
    "fp.sub": "FLOATINGPOINT_SUB", "fp.div": "FLOATINGPOINT_DIV", "fp.fma": "FLOATINGPOINT_FMA",
    "fp.sqrt": "FLOATINGPOINT_SQRT", "fp.rem": "FLOATINGPOINT_REM", "fp.min": "FLOATINGPOINT_MIN",
    "fp.max": "FLOATINGPOINT_MAX", "fp.leq": "FLOATINGPOINT_LEQ", "fp.lt": "FLOATINGPOINT_LT",
    "fp.geq": "FLOATINGPOINT_GEQ", "fp.gt": "FLOATINGPOINT_GT", "fp.eq": "FLOATINGPOINT_EQ",
    "fp.to_ubv": "FLOATINGPOINT_TO_UBV", "fp.to_sbv": "FLOATINGPOINT_TO_SBV",
    "fp.to_real": "FLOATINGPOINT_TO_REAL", "fp": "FLOATINGPOINT_FP", "fp.mul": "FLOATINGPOINT_MULT",
    "fp.roundToIntegral": "FLOATINGPOINT_RTI", "fp.isNormal": "FLOATINGPOINT_IS_NORMAL",
    "fp.isSubnormal": "FLOATINGPOINT_IS_SUBNORMAL", "fp.isZero": "FLOATINGPOINT_IS_ZERO",
    "fp.isInfinite": "FLOATINGPOINT_IS_INF", "fp.isNaN": "FLOATINGPOINT_IS_NAN",
    "fp.isNegative": "FLOATINGPOINT_IS_NEG", "fp.isPositive": "FLOATINGPOINT_IS_POS",
    "to_fp_unsigned": "FLOATINGPOINT_TO_FP_FROM_UBV",
    "str.++": "STRING_CONCAT", "str.len": "STRING_LENGTH", "str.at": "STRING_CHARAT", "str.<": "STRING_LT",
    "str.<=": "STRING_LEQ", "str.in_re": "STRING_IN_REGEXP", "str.prefixof": "STRING_PREFIX",
    "str.suffixof": "STRING_SUFFIX", "str.to_re": "STRING_TO_REGEXP", "str.substr": "STRING_SUBSTR",
    "str.contains": "STRING_CONTAINS", "str.indexof": "STRING_INDEXOF", "str.replace": "STRING_REPLACE",
    "str.replace_all": "STRING_REPLACE_ALL", "str.replace_re": "STRING_REPLACE_RE",
    "str.replace_re_all": "STRING_REPLACE_RE_ALL", "str.is_digit": "STRING_IS_DIGIT",
    "str.to_code": "STRING_TO_CODE", "str.from_code": "STRING_FROM_CODE", "str.to_int": "STRING_TO_INT",
    "str.from_int": "STRING_FROM_INT",
    "re.++": "REGEXP_CONCAT", "re.*": "REGEXP_STAR", "re.+": "REGEXP_PLUS", "re.comp": "REGEXP_COMPLEMENT",
    "re.union": "REGEXP_UNION", "re.inter": "REGEXP_INTER", "re.diff": "REGEXP_DIFF",
    "re.opt": "REGEXP_OPT", "re.range": "REGEXP_RANGE", "re.loop": "REGEXP_LOOP", "re.^": "REGEXP_REPEAT",
    "re.none": "REGEXP_NONE", "re.all": "REGEXP_ALL", "re.allchar": "REGEXP_ALLCHAR",
}  # fmt: skip
"""Which kind of term an operator makes; an operator that is not here is unsupported."""

SORTS = {
    "Bool": "getBooleanSort",
    "Int": "getIntegerSort",
    "Real": "getRealSort",
    "String": "getStringSort",
    "RegLan": "getRegExpSort",
    "RoundingMode": "getRoundingModeSort",
    "BitVec": "mkBitVectorSort",
    "FloatingPoint": "mkFloatingPointSort",
    "Array": "mkArraySort",
}
FLOAT_CONSTANTS = {
    "+oo": "mkFloatingPointPosInf",
    "-oo": "mkFloatingPointNegInf",
    "+zero": "mkFloatingPointPosZero",
    "-zero": "mkFloatingPointNegZero",
    "NaN": "mkFloatingPointNaN",
}
TO_FLOAT_FROM = {"FloatingPoint": "FP", "Real": "REAL", "BitVec": "SBV"}
MODES = {
    "RNE": "ROUND_NEAREST_TIES_TO_EVEN",
    "RNA": "ROUND_NEAREST_TIES_TO_AWAY",
    "RTP": "ROUND_TOWARD_POSITIVE",
    "RTN": "ROUND_TOWARD_NEGATIVE",
    "RTZ": "ROUND_TOWARD_ZERO",
}
MODES |= {LONG_MODE_NAMES[short]: mode for short, mode in MODES.items()}
