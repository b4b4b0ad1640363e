//! Code in Python and R that computes figures again from a matrix of moments. It gives the numbers
//! of the program but for the rounding of floats.

use poundwise_query::fit::FitRequest;
use serde_json::Value;

/// Code that computes the figures again from the matrix of moments.
pub(super) enum Again {
    Groups,
    Correlations,
    Fit(FitRequest),
}

/// Reads the matrix, and computes the moments of groups.
const READ_IN_PYTHON: &str = r#"import json
import numpy

with open(FILE, encoding="utf-8") as file:
    matrix = json.load(file)
variables = matrix["variables"]
names = [one["column"] for one in variables]
low, high = (numpy.array([float(one[end]) for one in variables]) for end in ("low", "high"))
middle, half = (low + high) / 2, (high - low) / 2

def moments(groups):
    """Sums of products of 1 and the variables, each from -1 to 1."""
    sums = sum(numpy.array(group["steps"], dtype=float) for group in groups) / matrix["mass"]
    for i in range(len(variables)):
        if groups[0]["squares"][i] is not None:
            square = sum(group["squares"][i] for group in groups)
            sums[i + 1, i + 1] = square / matrix["square_scale"] + sums[0, 0] / 2
    return sums
"#;

const GROUPS_IN_PYTHON: &str = r#"
for group in matrix["groups"]:
    sums = moments([group])
    rows, means = sums[0, 0], sums[0, 1:] / sums[0, 0]
    with numpy.errstate(invalid="ignore"):
        deviations = numpy.sqrt(numpy.diag(sums)[1:] / rows - means ** 2) * half
    for name, total, mean, deviation in zip(names, middle * rows + half * sums[0, 1:],
                                            middle + half * numpy.clip(means, -1, 1), deviations):
        print(group["label"], name, rows, total, mean, deviation, sep="\t")
"#;

const CORRELATIONS_IN_PYTHON: &str = r#"
sums = moments(matrix["groups"])
means = sums[0, 1:] / sums[0, 0]
covariances = sums[1:, 1:] / sums[0, 0] - numpy.outer(means, means)
deviations = numpy.sqrt(numpy.diag(covariances))
correlations = numpy.clip(covariances / numpy.outer(deviations, deviations), -1, 1)
for i, one in enumerate(names):
    for j in range(i + 1, len(names)):
        if not numpy.isnan(correlations[i, j]):
            print(one, names[j], correlations[i, j], sep="\t")
"#;

const FIT_IN_PYTHON: &str = r#"
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
matrix_of_terms, right = numpy.zeros((size, size)), numpy.zeros(size)
rows = total = squares = 0
for group in groups:
    sums = moments([group])
    design = [0] + predictors + [0 if group["levels"][p] == level else None for p, level in dummies]
    on = [i for i, place in enumerate(design) if place is not None]
    at = [design[i] for i in on]
    matrix_of_terms[numpy.ix_(on, on)] += sums[numpy.ix_(at, at)]
    right[on] += sums[at, response]
    rows, total, squares = rows + sums[0, 0], total + sums[0, response], squares + sums[response, response]
solution = numpy.linalg.solve(matrix_of_terms, right)
units = numpy.eye(size)
for i, place in enumerate(predictors, 1):
    units[i, i] = 1 / half[place - 1]
    units[0, i] = -middle[place - 1] / half[place - 1]
scale = half[response - 1]
coefficients = scale * (units @ solution)
coefficients[0] += middle[response - 1]
residual = squares - right @ solution
variance = residual / (rows - size)
errors = scale * numpy.sqrt(variance * numpy.diag(units @ numpy.linalg.inv(matrix_of_terms) @ units.T))
terms = ["intercept"] + request["predictors"] + [f"{matrix['by'][p]}={level}" for p, level in dummies]
for term, coefficient, error in zip(terms, coefficients, errors):
    print(term, coefficient, error, sep="\t")
print("R²", 1 - residual / (squares - total ** 2 / rows), sep="\t")
print("residual standard deviation", scale * numpy.sqrt(variance), sep="\t")
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
print(data.frame(term = c("intercept", request$predictors, paste0(by[dummies$p], "=", dummies$level)),
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

/// Returns a text as both languages quote it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
