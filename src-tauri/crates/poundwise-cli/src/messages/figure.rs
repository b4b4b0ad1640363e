use poundwise_words::messages;

messages! {
    /// Words of tables of figures.
    pub(crate) enum FigureText {
        TooUncertain => {
            en: "too uncertain",
            de: "zu unsicher",
        }
        TooUncertainBelow { level: String } => {
            en: "too uncertain; try about ε {level}",
            de: "zu unsicher; versuchen Sie etwa ε {level}",
        }
        MeanOf { column: String } => {
            en: "mean of {column}",
            de: "Mittelwert von {column}",
        }
        ShareOf { column: String, value: String } => {
            en: "share of {value} in {column}",
            de: "Anteil von {value} in {column}",
        }
        SumOf { column: String } => {
            en: "sum of {column}",
            de: "Summe von {column}",
        }
        DeviationOf { column: String } => {
            en: "standard deviation of {column}",
            de: "Standardabweichung von {column}",
        }
    }
}
