//! Code in Python and R that computes figures again from a matrix of moments. It gives the numbers
//! of the program but for the rounding of floats.

use poundwise_query::fit::FitRequest;

use super::quoted;

/// Code that computes the figures again from the matrix of moments.
pub(super) enum Again {
    Groups,
    Correlations,
    Fit(FitRequest),
}

/// Reads the matrix, and computes the moments of groups.
const READ_IN_PYTHON: &str = r#"import json
from math import sqrt

with open(FILE, encoding="utf-8") as file:
    matrix = json.load(file)
variables = matrix["variables"]
names = [one["column"] for one in variables]
middle = [(float(one["low"]) + float(one["high"])) / 2 for one in variables]
half = [(float(one["high"]) - float(one["low"])) / 2 for one in variables]

def moments(groups):
    """Sums of products of 1 and the variables, each from -1 to 1."""
    all = range(len(names) + 1)
    steps = lambda i, j: [group["steps"][i][j] for group in groups]
    sums = [[None if None in steps(i, j) else sum(steps(i, j)) / matrix["mass"] for j in all]
            for i in all]
    for i in range(len(names)):
        squares = [group["squares"][i] for group in groups]
        if None not in squares:
            sums[i + 1][i + 1] = sum(squares) / matrix["square_scale"] + sums[0][0] / 2
    return sums
"#;

const GROUPS_IN_PYTHON: &str = r#"
for group in matrix["groups"]:
    sums = moments([group])
    rows = sums[0][0]
    for i, name in enumerate(names):
        mean, square = sums[0][i + 1] / rows, sums[i + 1][i + 1]
        variance = -1 if square is None else square / rows - mean ** 2
        print(group["label"], name, rows, middle[i] * rows + half[i] * sums[0][i + 1],
              middle[i] + half[i] * max(-1, min(1, mean)),
              half[i] * sqrt(variance) if variance > 0 else None, sep="\t")
"#;

const CORRELATIONS_IN_PYTHON: &str = r#"
sums = moments(matrix["groups"])
rows = sums[0][0]

def covariance(i, j):
    return sums[i + 1][j + 1] / rows - sums[0][i + 1] / rows * (sums[0][j + 1] / rows)

known = [i for i in range(len(names)) if sums[i + 1][i + 1] is not None and covariance(i, i) > 0]
for i in known:
    for j in known:
        if i < j:
            correlation = covariance(i, j) / sqrt(covariance(i, i) * covariance(j, j))
            print(names[i], names[j], max(-1, min(1, correlation)), sep="\t")
"#;

const FIT_IN_PYTHON: &str = r#"
def inverse(rows):
    """The inverse of a matrix, by elimination."""
    size = len(rows)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(rows)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(size):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i])]
    return [row[size:] for row in rows]

def dot(one, other):
    return sum(x * y for x, y in zip(one, other))

request = json.loads(REQUEST)
places = [matrix["by"].index(factor) for factor in request["factors"]]
levels = {p: list(dict.fromkeys(group["levels"][p] for group in matrix["groups"])) for p in places}
others = {p: levels[p][-1] for p in places}
groups = matrix["groups"]
if request["without_other"]:
    groups = [g for g in groups if all(g["levels"][p] != others[p] for p in places)]
    levels = {p: levels[p][:-1] for p in places}
dummies = [(p, level) for p in places for level in levels[p][1:]]
predictors = [names.index(one) + 1 for one in request["predictors"]]
response = names.index(request["response"]) + 1
size = 1 + len(predictors) + len(dummies)
products, right = [[0] * size for _ in range(size)], [0] * size
rows = total = squares = 0
for group in groups:
    sums = moments([group])
    design = [0] + predictors + [0 if group["levels"][p] == level else None for p, level in dummies]
    on = [(i, place) for i, place in enumerate(design) if place is not None]
    for i, one in on:
        for j, other in on:
            products[i][j] += sums[one][other]
        right[i] += sums[one][response]
    rows, total = rows + sums[0][0], total + sums[0][response]
    squares += sums[response][response]
inverted = inverse(products)
solution = [dot(row, right) for row in inverted]
units = [[float(i == j) for j in range(size)] for i in range(size)]
for i, place in enumerate(predictors, 1):
    units[i][i] = 1 / half[place - 1]
    units[0][i] = -middle[place - 1] / half[place - 1]
scale = half[response - 1]
coefficients = [scale * dot(row, solution) for row in units]
coefficients[0] += middle[response - 1]
residual = squares - dot(right, solution)
variance = residual / (rows - size)
forms = [dot(row, [dot(line, row) for line in inverted]) for row in units]
terms = ["intercept"] + request["predictors"] + [f"{matrix['by'][p]}={level}" for p, level in dummies]
for term, coefficient, form in zip(terms, coefficients, forms):
    print(term, coefficient, scale * sqrt(variance * form), sep="\t")
print("R²", 1 - residual / (squares - total ** 2 / rows), sep="\t")
print("residual standard deviation", scale * sqrt(variance), sep="\t")
"#;

const READ_IN_R: &str = r#"matrix_file <- jsonlite::fromJSON(FILE, simplifyVector = FALSE)
variables <- matrix_file$variables
names_of <- sapply(variables, `[[`, "column")
low <- as.numeric(sapply(variables, `[[`, "low"))
high <- as.numeric(sapply(variables, `[[`, "high"))
middle <- (low + high) / 2
half <- (high - low) / 2
number <- function(x) if (is.null(x)) NA else as.numeric(x)

# sums of products of 1 and the variables, each from -1 to 1
moments <- function(groups) {
  steps <- function(group) t(sapply(group$steps, function(row) sapply(row, number)))
  sums <- Reduce(`+`, lapply(groups, steps)) / matrix_file$mass
  for (i in seq_along(variables)) {
    square <- sum(sapply(groups, function(group) number(group$squares[[i]])))
    if (!is.na(square)) {
      sums[i + 1, i + 1] <- square / matrix_file$square_scale + sums[1, 1] / 2
    }
  }
  sums
}
"#;

const GROUPS_IN_R: &str = r#"
for (group in matrix_file$groups) {
  sums <- moments(list(group))
  rows <- sums[1, 1]
  means <- sums[1, -1] / rows
  deviations <- suppressWarnings(sqrt(diag(sums)[-1] / rows - means^2)) * half
  print(data.frame(group = group$label, column = names_of, rows = rows,
                   sum = middle * rows + half * sums[1, -1],
                   mean = middle + half * pmin(pmax(means, -1), 1),
                   deviation = deviations), digits = 15)
}
"#;

const CORRELATIONS_IN_R: &str = r#"
sums <- moments(matrix_file$groups)
means <- sums[1, -1] / sums[1, 1]
covariances <- sums[-1, -1] / sums[1, 1] - outer(means, means)
deviations <- sqrt(diag(covariances))
correlations <- pmin(pmax(covariances / outer(deviations, deviations), -1), 1)
dimnames(correlations) <- list(names_of, names_of)
print(correlations, digits = 15)
"#;

const FIT_IN_R: &str = r#"
request <- jsonlite::fromJSON(REQUEST)
by <- unlist(matrix_file$by)
places <- match(request$factors, by)
level_of <- function(group, p) group$levels[[p]]
levels_of <- lapply(places, function(p) unique(sapply(matrix_file$groups, level_of, p)))
groups <- matrix_file$groups
if (request$without_other) {
  for (i in seq_along(places)) {
    other <- levels_of[[i]][length(levels_of[[i]])]
    groups <- Filter(function(group) level_of(group, places[i]) != other, groups)
    levels_of[[i]] <- setdiff(levels_of[[i]], other)
  }
}
dummies <- do.call(rbind, Map(function(p, l) data.frame(p = p, level = l[-1]), places, levels_of))
dummies <- if (is.null(dummies)) data.frame(p = integer(0), level = character(0)) else dummies
predictors <- match(request$predictors, names_of) + 1
response <- match(request$response, names_of) + 1
size <- 1 + length(predictors) + nrow(dummies)
terms <- matrix(0, size, size)
right <- numeric(size)
rows <- total <- squares <- 0
for (group in groups) {
  sums <- moments(list(group))
  is_on <- mapply(function(p, level) level_of(group, p) == level, dummies$p, dummies$level)
  at <- c(1, predictors, rep(1, nrow(dummies)))
  on <- which(c(rep(TRUE, 1 + length(predictors)), as.logical(is_on)))
  terms[on, on] <- terms[on, on] + sums[at[on], at[on]]
  right[on] <- right[on] + sums[at[on], response]
  rows <- rows + sums[1, 1]
  total <- total + sums[1, response]
  squares <- squares + sums[response, response]
}
solution <- solve(terms, right)
units <- diag(size)
for (i in seq_along(predictors)) {
  units[i + 1, i + 1] <- 1 / half[predictors[i] - 1]
  units[1, i + 1] <- -middle[predictors[i] - 1] / half[predictors[i] - 1]
}
scale <- half[response - 1]
coefficients <- scale * as.vector(units %*% solution)
coefficients[1] <- coefficients[1] + middle[response - 1]
residual <- squares - sum(right * solution)
variance <- residual / (rows - size)
errors <- scale * sqrt(variance * diag(units %*% solve(terms) %*% t(units)))
factors <- paste0(by[dummies$p], rep("=", nrow(dummies)), dummies$level)
print(data.frame(term = c("intercept", unlist(request$predictors), factors),
                 estimate = coefficients, standard_error = errors), digits = 15)
print(c(r_squared = 1 - residual / (squares - total^2 / rows),
        residual_standard_deviation = scale * sqrt(variance)), digits = 15)
"#;

/// Returns Python code that computes the figures from the matrix in a file.
pub(super) fn python(again: &Again, file: &str) -> String {
    let figures = match again {
        Again::Groups => GROUPS_IN_PYTHON,
        Again::Correlations => CORRELATIONS_IN_PYTHON,
        Again::Fit(_) => FIT_IN_PYTHON,
    };
    filled(READ_IN_PYTHON, figures, again, file)
}

/// Returns R code that does the same.
pub(super) fn r(again: &Again, file: &str) -> String {
    let figures = match again {
        Again::Groups => GROUPS_IN_R,
        Again::Correlations => CORRELATIONS_IN_R,
        Again::Fit(_) => FIT_IN_R,
    };
    filled(READ_IN_R, figures, again, file)
}

fn filled(read: &str, figures: &str, again: &Again, file: &str) -> String {
    let read = read.replacen("FILE", &quoted(file), 1);
    let request = match again {
        Again::Groups | Again::Correlations => return read + figures,
        Again::Fit(request) => serde_json::to_string(request).unwrap_or_default(),
    };
    read + &figures.replacen("REQUEST", &quoted(&request), 1)
}
