use poundwise_documents::kinds::{AttributeKind, MechanismError};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use poundwise_words::messages;

use crate::fault::StatedNumber;

messages! {
    /// Messages about questions.
    pub(crate) enum QuestionMessage {
        UnknownColumn { column: String } => {
            en: "There is no column '{column}'.",
            de: "Es gibt keine Spalte „{column}“.",
        }
        OtherTable => {
            en: "The question was written for a dataset with other columns.",
            de: "Die Frage wurde für einen Datensatz mit anderen Spalten gestellt.",
        }
        TextIsNotCalculated { column: String, kind: AttributeKind } => {
            en: "Column '{column}' holds text, so it has no {kind}.",
            de: "Die Spalte „{column}“ enthält Text. Daraus wird keine Zahl berechnet ({kind}).",
        }
        DatesAreNotCalculated { column: String, kind: AttributeKind } => {
            en: "Column '{column}' holds dates, so it has no {kind}.",
            de: "Die Spalte „{column}“ enthält Datumsangaben. Daraus wird keine Zahl berechnet \
                 ({kind}).",
        }

        // Conditions.
        ConditionWithoutValue { column: String, condition: String } => {
            en: "The condition '{condition}' has no value to compare '{column}' with.",
            de: "In der Bedingung „{condition}“ fehlt der Wert, mit dem „{column}“ verglichen \
                 wird.",
        }
        TextHasNoOrder { column: String, condition: String } => {
            en: "Column '{column}' holds text, which has no order: '{condition}'.",
            de: "Die Spalte „{column}“ enthält Text, und Text hat keine Reihenfolge: \
                 „{condition}“.",
        }
        ValueNotANumber { column: String, value: String } => {
            en: "Column '{column}' holds numbers, and '{value}' is not a number.",
            de: "Die Spalte „{column}“ enthält Zahlen, und „{value}“ ist keine Zahl.",
        }
        ValueNotADate { column: String, value: String } => {
            en: "Column '{column}' holds dates, and '{value}' is not a date.",
            de: "Die Spalte „{column}“ enthält Datumsangaben, und „{value}“ ist keine.",
        }

        // Bins.
        NoBins { column: String } => {
            en: "The bins of column '{column}' are missing.",
            de: "Die Klassen der Spalte „{column}“ fehlen.",
        }
        TextHasNoEdges { column: String } => {
            en: "Column '{column}' holds text, which has no edges.",
            de: "Die Spalte „{column}“ enthält Text, und Text hat keine Klassengrenzen.",
        }
        DatesHaveNoEdges { column: String } => {
            en: "Column '{column}' holds dates, which have periods instead of edges.",
            de: "Die Spalte „{column}“ enthält Datumsangaben: Sie haben Zeiträume statt \
                 Klassengrenzen.",
        }
        BlocksWithoutEdges => {
            en: "Only a histogram between numeric edges can have blocks.",
            de: "Nur ein Histogramm mit Klassengrenzen kann Blöcke haben.",
        }
        NoBlockLevel { level: u64, bins: usize } => {
            en: "{level} is not a level of blocks of {bins} bins.",
            de: "{level} ist keine Ebene von Blöcken aus {bins} Klassen.",
        }
        NoBlocks { text: String } => {
            en: "'{text}' does not state blocks.",
            de: "„{text}“ gibt keine Blöcke an.",
        }
        BlockLevelTwice => {
            en: "A level of blocks is stated twice.",
            de: "Eine Ebene der Blöcke ist doppelt angegeben.",
        }
        TooManyBinsOfBlocks { bins: usize, most: u64 } => {
            en: "A histogram with blocks has at most {most} bins, and this one has {bins}.",
            de: "Ein Histogramm mit Blöcken hat höchstens {most} Klassen, dieses hat {bins}.",
        }
        NoRangesOfListing => {
            en: "The listing has no such column of numbers between edges.",
            de: "Das Angebot hat keine solche Spalte von Zahlen mit Klassengrenzen.",
        }
        RangeNotRising { low: Decimal, high: Decimal } => {
            en: "The range from {low} to {high} is empty.",
            de: "Der Bereich von {low} bis {high} ist leer.",
        }
        RangeOutside { value: Decimal, low: Decimal, high: Decimal } => {
            en: "{value} is outside the edges, which go from {low} to {high}.",
            de: "{value} liegt außerhalb der Klassengrenzen. Sie reichen von {low} bis {high}.",
        }
        NoSuchEdge { value: Decimal } => {
            en: "{value} is not an edge of a bin.",
            de: "{value} ist keine Klassengrenze.",
        }
        NoQuantile { share: Decimal } => {
            en: "A quantile is between 0 and 1, and {share} is not.",
            de: "Ein Quantil liegt zwischen 0 und 1, {share} nicht.",
        }
        EmptyBin { bin: usize } => {
            en: "Bin {bin} is empty.",
            de: "Die Klasse {bin} ist leer.",
        }
        DoubledBin { bin: String } => {
            en: "The bin '{bin}' is stated twice.",
            de: "Die Klasse „{bin}“ ist doppelt angegeben.",
        }
        BinNotANumber { column: String, bin: String } => {
            en: "Column '{column}' holds numbers, and the bin '{bin}' is not a number.",
            de: "Die Spalte „{column}“ enthält Zahlen, und die Klasse „{bin}“ ist keine Zahl.",
        }
        BinsOverlap { one: String, other: String } => {
            en: "The bins '{one}' and '{other}' have days in common.",
            de: "Die Klassen „{one}“ und „{other}“ haben Tage gemeinsam.",
        }
        NotAPeriod { text: String } => {
            en: "'{text}' is not a period.",
            de: "„{text}“ ist kein Zeitraum.",
        }
        PeriodsOfTwoUnits { first: String, last: String } => {
            en: "The periods '{first}' and '{last}' have different units.",
            de: "Die Zeiträume „{first}“ und „{last}“ haben verschiedene Einheiten.",
        }
        PeriodsNotRising { first: String, last: String } => {
            en: "The period '{last}' is before '{first}'.",
            de: "Der Zeitraum „{last}“ liegt vor „{first}“.",
        }
        TooManyBins { most: usize } => {
            en: "There are more than {most} bins.",
            de: "Es sind mehr als {most} Klassen.",
        }
        EdgeNotANumber { text: String } => {
            en: "The edge '{text}' is not a number.",
            de: "Die Klassengrenze „{text}“ ist keine Zahl.",
        }
        LongEdge { edge: Decimal } => {
            en: "The edge {edge} has more than 37 digits.",
            de: "Die Klassengrenze {edge} hat mehr als 37 Stellen.",
        }
        EdgesNotRising { edge: Decimal, before: Decimal } => {
            en: "The edges do not rise: {edge} follows {before}.",
            de: "Die Klassengrenzen steigen nicht: Auf {before} folgt {edge}.",
        }
        OneEdge => {
            en: "One edge alone does not make a bin.",
            de: "Eine Klassengrenze allein begrenzt keine Klasse.",
        }
        BandWidth { width: Decimal } => {
            en: "The width of the bins is {width}. It must be above 0.",
            de: "Die Breite der Klassen ist {width}. Sie muss über 0 liegen.",
        }
        BandsNotRising { low: Decimal, high: Decimal } => {
            en: "The lower end of the bins, {low}, is not below the upper end, {high}.",
            de: "Das untere Ende der Klassen, {low}, liegt nicht unter dem oberen, {high}.",
        }
        EmptyCodebook => {
            en: "The codebook lists no values.",
            de: "Das Codebuch enthält keinen Wert.",
        }
        CrossedColumns { columns: usize } => {
            en: "A cross-tabulation has two or three columns, not {columns}.",
            de: "Eine Kreuztabelle hat zwei oder drei Spalten, nicht {columns}.",
        }
        ColumnTwice { column: String } => {
            en: "The column '{column}' is stated twice.",
            de: "Die Spalte „{column}“ ist doppelt angegeben.",
        }
        NoMomentsOfListing => {
            en: "The listing is not of moments.",
            de: "Das Angebot enthält keine Momente.",
        }
        NoVariable { column: String } => {
            en: "The listing has no variable '{column}'.",
            de: "Das Angebot hat keine Variable „{column}“.",
        }
        NoSquare { column: String } => {
            en: "The listing asks for the mean of '{column}' alone.",
            de: "Das Angebot enthält von „{column}“ nur den Mittelwert.",
        }
        NoFactor { column: String } => {
            en: "The rows are not grouped by '{column}'.",
            de: "Die Zeilen sind nicht nach „{column}“ gruppiert.",
        }
        NoGroup { group: String } => {
            en: "There is no group '{group}'.",
            de: "Es gibt keine Gruppe „{group}“.",
        }
        GroupTwice { group: String } => {
            en: "The group '{group}' is merged twice.",
            de: "Die Gruppe „{group}“ wird zweimal zusammengelegt.",
        }
        ResponseIsPredictor { column: String } => {
            en: "'{column}' is the response, so it is not a predictor.",
            de: "„{column}“ ist die Zielgröße und kann nicht zugleich Prädiktor sein.",
        }
        NothingExplains { response: String } => {
            en: "No predictor and no factor is named for the response '{response}'.",
            de: "Für die Zielgröße „{response}“ ist kein Prädiktor und kein Faktor genannt.",
        }
        Collinear { predictor: String, others: String, level: MicroEpsilon } => {
            en: "At ε {level}, '{predictor}' cannot be distinguished from a linear combination of \
                 {others}.",
            de: "Bei ε {level} ist „{predictor}“ nicht von einer Linearkombination von {others} zu \
                 unterscheiden.",
        }
        NumberOfVariables { variables: usize } => {
            en: "Moments have one to seven variables, not {variables}.",
            de: "Momente haben eine bis sieben Variablen, nicht {variables}.",
        }
        NumberOfGroups { columns: usize } => {
            en: "Rows are grouped by at most three columns, not {columns}.",
            de: "Zeilen werden nach höchstens drei Spalten gruppiert, nicht nach {columns}.",
        }
        GroupWithoutValues { column: String } => {
            en: "The groups of column '{column}' are not stated.",
            de: "Die Gruppen der Spalte „{column}“ sind nicht angegeben.",
        }
        VariableAndGroup { column: String } => {
            en: "Column '{column}' is a variable, so rows are not grouped by it.",
            de: "Die Spalte „{column}“ ist eine Variable. Nach ihr wird nicht gruppiert.",
        }
        TwoEqualValues { column: String } => {
            en: "The two values of column '{column}' are empty or equal.",
            de: "Die zwei Werte der Spalte „{column}“ sind leer oder gleich.",
        }
        TooManyValues { values: usize, most: usize } => {
            en: "The question has {values} values; at most {most} are possible.",
            de: "Die Frage hat {values} Werte; höchstens {most} sind möglich.",
        }
        TooManyDifferent { column: String, most: usize } => {
            en: "Column '{column}' has more than {most} different values.",
            de: "Die Spalte „{column}“ hat mehr als {most} verschiedene Werte.",
        }

        // Bounds and steps.
        BoundsNotRising { low: Decimal, high: Decimal } => {
            en: "The lower bound, {low}, is not below the upper bound, {high}.",
            de: "Die untere Schranke, {low}, liegt nicht unter der oberen, {high}.",
        }
        NumberTooLarge { of: StatedNumber, number: Decimal } => {
            en: "The absolute value of the {of} {number} must be below 10^18.",
            de: "{of}: Der Betrag von {number} muss kleiner als 10^18 sein.",
        }
        NoStepAdvised => {
            en: "A price or a ceiling is missing. It determines the step.",
            de: "Es fehlt ein Preis oder eine Obergrenze. Danach richtet sich die Schrittweite.",
        }
        ZeroCeiling => {
            en: "The ceiling is ε 0.",
            de: "Die Obergrenze ist ε 0.",
        }
        NoFineStep => {
            en: "No step is fine enough for these bounds and this ceiling.",
            de: "Für diese Schranken und diese Obergrenze ist keine Schrittweite fein genug.",
        }
        SensitivityTooLarge => {
            en: "The step is too fine: one privacy unit moves the result by more than 2^40 steps.",
            de: "Die Schrittweite ist zu fein: Eine Schutzeinheit verschiebt das Ergebnis um mehr \
                 als 2^40 Schritte.",
        }

        // Rows.
        RowsPerUnit { rows: u64 } => {
            en: "A privacy unit cannot have {rows} rows.",
            de: "Eine Schutzeinheit kann nicht {rows} Zeilen haben.",
        }
        UnitWithoutColumn => {
            en: "A privacy unit with several rows needs a column that names the person.",
            de: "Eine Schutzeinheit mit mehreren Zeilen braucht eine Spalte, die die Schutzeinheit \
                 nennt.",
        }
        NoPublicRows => {
            en: "The public number of rows is 0.",
            de: "Die öffentliche Zeilenzahl ist 0.",
        }
        OtherPublicRows => {
            en: "The public number of rows is not the number of rows of the dataset.",
            de: "Die öffentliche Zeilenzahl ist nicht die Zeilenzahl des Datensatzes.",
        }
        MiddleNeedsPublicRows => {
            en: "Missing cells count as the middle only if the number of rows is public.",
            de: "Fehlende Zellen zählen nur dann als Mitte, wenn die Zeilenzahl öffentlich ist.",
        }
        MiddleNeedsReplacement => {
            en: "Missing cells count as the middle only if units are replaced, not added or \
                 removed.",
            de: "Fehlende Zellen zählen nur dann als Mitte, wenn Einheiten ersetzt werden, statt \
                 hinzuzukommen oder wegzufallen.",
        }
        MiddleNeedsRowsAsUnits => {
            en: "Missing cells count as the middle only if each row is a unit of its own.",
            de: "Fehlende Zellen zählen nur dann als Mitte, wenn jede Zeile eine eigene Einheit \
                 ist.",
        }
        MiddleNeedsNoCondition => {
            en: "Missing cells count as the middle only in a question without conditions.",
            de: "Fehlende Zellen zählen nur in einer Frage ohne Bedingungen als Mitte.",
        }
        TooManyPersons => {
            en: "One column names 2^32 persons or more.",
            de: "Eine Spalte nennt 2^32 Einheiten oder mehr.",
        }

        // Own numbers.
        BoundsOffStep { low: Decimal, high: Decimal, step: LatticeStep } => {
            en: "The bounds {low} and {high} are not both multiples of the step {step}.",
            de: "Die Schranken {low} und {high} sind nicht beide Vielfache der Schrittweite \
                 {step}.",
        }
        BoundsTooFar => {
            en: "The bounds are more than 2^53 steps away from 0.",
            de: "Die Schranken liegen mehr als 2^53 Schritte von 0 entfernt.",
        }
        NumberOffStep { from: String, step: LatticeStep } => {
            en: "{from}: the number is not a multiple of the step {step}.",
            de: "{from}: Die Zahl ist kein Vielfaches der Schrittweite {step}.",
        }
        LineOffStep { from: String, line: u64, step: LatticeStep } => {
            en: "{from}: the number in line {line} is not a multiple of the step {step}.",
            de: "{from}: Die Zahl in Zeile {line} ist kein Vielfaches der Schrittweite {step}.",
        }
        NoDistance { distance: Decimal } => {
            en: "The protected distance is {distance}. It must be above 0.",
            de: "Der zu schützende Abstand ist {distance}. Er muss über 0 liegen.",
        }

        // Responses.
        NoLaw { problem: MechanismError } => {
            en: "There is no law of the noise for this question: {problem}.",
            de: "Für diese Frage gibt es keine Verteilung des Rauschens: {problem}.",
        }
        OtherDimension { values: usize, expected: u64 } => {
            en: "The response has {values} values, and its listing has {expected}.",
            de: "Die Antwort hat {values} Werte, ihr Angebot hat {expected}.",
        }
    }
}
