use poundwise_words::messages;

messages! {
    /// Texts about listings.
    pub(crate) enum ListingText {
        RangeAt { level: String } => {
            en: "range at {level}",
            de: "Bereich bei {level}",
        }
        WithBlocks { sizes: String } => {
            en: "with blocks of {sizes} bins",
            de: "mit Blöcken aus {sizes} Klassen",
        }
        Blocks { blocks: String } => {
            en: "blocks {blocks}",
            de: "Blöcke {blocks}",
        }
        SealingErases { title: String, ceiling: String } => {
            en: "Sealing “{title}” erases its numbers and the seed of its top noise from this \
                 home, for good. It is still sold up to {ceiling}, with the same numbers. \
                 Afterwards, no opening can be granted to an auditor.",
            de: "Das Versiegeln von „{title}“ löscht die Zahlen und den Startwert des obersten \
                 Rauschens endgültig aus dieser Mappe. Es wird weiter bis {ceiling} verkauft, mit \
                 denselben Zahlen. Einem Prüfer lässt sich danach keine Öffnung mehr gewähren.",
        }
        PriceAt { price: String, level: String } => {
            en: "{price} at {level}",
            de: "{price} bei {level}",
        }
        StatedUpTo { level: String } => {
            en: "up to {level}, as stated to buyers",
            de: "bis {level}, laut Angabe an Käufer",
        }
        Statement => {
            en: "Statement that the database will run:",
            de: "Anweisung, die die Datenbank ausführt:",
        }
        LinkedTable => {
            en: "computed by a database; two listings of one question add their losses, and no replay \
                 from the table is possible",
            de: "von einer Datenbank berechnet; zwei Angebote derselben Frage addieren ihre Verluste, \
                 und eine Neuberechnung aus der Tabelle ist nicht möglich",
        }
        Levels { ceiling: String, step: String } => {
            en: "up to {ceiling}, in steps of {step}",
            de: "bis {ceiling}, in Schritten von {step}",
        }
        AdvisedStep { step: String } => {
            en: "{step}, advised: none was stated",
            de: "{step}, empfohlen: Keine war angegeben",
        }
        InSteps { bounds: String, step: String } => {
            en: "{bounds}, in steps of {step}",
            de: "{bounds}, in Schritten von {step}",
        }
        CountsOnceMore { carried: String } => {
            en: "The population carries {carried} of this question from before it was merged, and \
                 counts the question once more.",
            de: "Die Population bringt von dieser Frage {carried} aus der Zeit vor der \
                 Vereinigung mit, und sie zählt die Frage noch einmal.",
        }
        MeanReckoned { rows: u64 } => {
            en: {
                rows;
                1 => "Half-widths of the mean assume 1 row. The number of rows is released with \
                      noise.",
                _ => "Half-widths of the mean assume {rows} rows. The number of rows is released \
                      with noise.",
            },
            de: {
                rows;
                1 => "Die halben Breiten des Mittelwerts gelten für 1 Zeile. Die Zeilenzahl wird \
                      mit Rauschen freigegeben.",
                _ => "Die halben Breiten des Mittelwerts gelten für {rows} Zeilen. Die Zeilenzahl \
                      wird mit Rauschen freigegeben.",
            },
        }
        MeansReckoned { rows: u64 } => {
            en: {
                rows;
                1 => "Half-widths of means assume 1 row. The number of rows is released with \
                      noise.",
                _ => "Half-widths of means assume {rows} rows. The number of rows is released \
                      with noise.",
            },
            de: {
                rows;
                1 => "Halbe Breiten von Mittelwerten gelten für 1 Zeile. Die Zeilenzahl wird mit \
                      Rauschen freigegeben.",
                _ => "Halbe Breiten von Mittelwerten gelten für {rows} Zeilen. Die Zeilenzahl \
                      wird mit Rauschen freigegeben.",
            },
        }
        NotYet { why: String } => {
            en: "Not yet: {why}",
            de: "Noch nicht: {why}",
        }
        RowNotYet { row: String, why: String } => {
            en: "Not yet, {row}: {why}",
            de: "Noch nicht, {row}: {why}",
        }
        ListedColumns { columns: usize } => {
            en: { columns; 1 => "Listed 1 column.", _ => "Listed {columns} columns." },
            de: {
                columns;
                1 => "1 Spalte ist angeboten.",
                _ => "{columns} Spalten sind angeboten.",
            },
        }
        WroteRows { file: String, size: String } => {
            en: "Wrote {file} ({size}). Change it, and list its rows: poundwise listing create-all \
                 DATASET TABLE --price EPS:AMOUNT,...",
            de: "{file} ist geschrieben ({size}). Ändern Sie die Datei, und bieten Sie an, was \
                 darin steht: poundwise listing create-all DATASET TABLE --price EPS:AMOUNT,...",
        }
    }
}

messages! {
    /// Texts about populations and their caps.
    pub(crate) enum PopulationText {
        CapChanged { entry: String } => {
            en: "Cap changed{entry}.",
            de: "Die Grenze ist geändert{entry}.",
        }
        Merged { from: String, into: String, entry: String } => {
            en: "Merged {from} into {into}{entry}.",
            de: "{from} ist mit {into} vereinigt{entry}.",
        }
        LastEntry { entry: u64 } => {
            en: ", entry {entry} of the ledger",
            de: ", Eintrag {entry} des Hauptbuchs",
        }
        LastEntryCode { entry: u64, code: String } => {
            en: ", entry {entry} of the ledger, code {code}",
            de: ", Eintrag {entry} des Hauptbuchs, Code {code}",
        }
        MergedInto { into: String } => {
            en: "merged into {into}",
            de: "vereinigt mit {into}",
        }
        CountedIn { into: String } => {
            en: "counted in {into}",
            de: "zählt bei {into}",
        }
        OneUnit { unit: String } => {
            en: "one {unit}",
            de: "{unit}",
        }
        AtTheCap { guess: String, unit: String } => {
            en: "At the cap: {guess} A {unit} is all its counted rows, at most K per table.",
            de: "An der Grenze: {guess} Eine Einheit ({unit}) sind alle ihre gezählten Zeilen, \
                 höchstens K je Tabelle.",
        }
        FromElsewhere { part: String } => {
            en: "{part} of the loss, brought from elsewhere",
            de: "{part} des Verlusts, von anderswo mitgebracht",
        }
        NoLongerForSale { part: String } => {
            en: "{part} of the loss, no longer for sale",
            de: "{part} des Verlusts, nicht mehr im Angebot",
        }
        OfWhichNever { loss: String, over: String } => {
            en: "{loss}, of which {over} can never be sold",
            de: "{loss}, davon lässt sich {over} nie verkaufen",
        }
        Granted { openings: u64 } => {
            en: {
                openings;
                1 => "1 opening granted: its auditor has the exact numbers, to which no ε applies",
                _ => "{openings} openings granted: their auditors have the exact numbers, to which \
                      no ε applies",
            },
            de: {
                openings;
                1 => "1 Öffnung gewährt: Ihr Prüfer hat die exakten Zahlen, für die kein ε gilt",
                _ => "{openings} Öffnungen gewährt: Ihre Prüfer haben die exakten Zahlen, für die \
                      kein ε gilt",
            },
        }
        NotInTheList { answer: String } => {
            en: "There is no population '{answer}' in the list.",
            de: "In der Liste ist keine Population „{answer}“.",
        }

        // Entries of the ledger.
        MergedWith { into: String, loss: String } => {
            en: "merged into {into}, brings {loss}",
            de: "vereinigt mit {into}, bringt {loss} mit",
        }
        TakesOver { from: String, loss: String } => {
            en: "takes over {from}, which brings {loss}",
            de: "übernimmt {from} mit {loss}",
        }
        CapRaised { cap: String } => {
            en: "cap raised from {cap}",
            de: "Grenze erhöht von {cap}",
        }
        CapLowered { cap: String } => {
            en: "cap lowered from {cap}",
            de: "Grenze gesenkt von {cap}",
        }
        Assumed { questions: u64 } => {
            en: {
                questions;
                1 => "1 question counted at an assumed level",
                _ => "{questions} questions counted at an assumed level",
            },
            de: {
                questions;
                1 => "1 Frage zählt mit einer angenommenen Stufe",
                _ => "{questions} Fragen zählen mit einer angenommenen Stufe",
            },
        }

        // Previews.
        NewVersions { listings: u64 } => {
            en: {
                listings;
                1 => "New versions of 1 open listing: orders that wait for it have to be placed \
                      again.",
                _ => "New versions of {listings} open listings: orders that wait for them have to \
                      be placed again.",
            },
            de: {
                listings;
                1 => "Eine neue Fassung von 1 offenen Angebot: Wartende Bestellungen dazu sind \
                      neu aufzugeben.",
                _ => "Neue Fassungen von {listings} offenen Angeboten: Wartende Bestellungen dazu \
                      sind neu aufzugeben.",
            },
        }
        ShortListings { listings: u64 } => {
            en: {
                listings;
                1 => "No longer sold up to the ceiling: 1 open listing.",
                _ => "No longer sold up to the ceiling: {listings} open listings.",
            },
            de: {
                listings;
                1 => "Nicht mehr bis zur Obergrenze verkauft: 1 offenes Angebot.",
                _ => "Nicht mehr bis zur Obergrenze verkauft: {listings} offene Angebote.",
            },
        }
        IntoOther { from: String, into: String } => {
            en: "{from} into {into}",
            de: "{from} mit {into}",
        }
        CapHoldsForBoth { into: String } => {
            en: "The cap of {into} holds for both.",
            de: "Für beide gilt die Grenze von {into}.",
        }
        WithdrawBefore { titles: String } => {
            en: "Withdraw these first: {titles}. A question that is listed again counts a second \
                 time.",
            de: "Vorher zurückzuziehen: {titles}. Eine Frage, die wieder angeboten wird, zählt ein \
                 zweites Mal.",
        }

        // Promises.
        PromiseForOne { population: String, unit: String } => {
            en: "Promise of {population} for one {unit}",
            de: "Zusage von {population} für eine Einheit ({unit})",
        }
        PromiseForGroup { population: String, unit: String, persons: u64 } => {
            en: "Promise of {population} for a group of {persons} (unit: {unit})",
            de: "Zusage von {population} für eine Gruppe von {persons} (Einheit: {unit})",
        }
        EpsilonAt { delta: String } => {
            en: "ε at δ = {delta}",
            de: "ε bei δ = {delta}",
        }
        LossPair { epsilon: String, rho: String } => {
            en: "({epsilon}, {rho})",
            de: "({epsilon}; {rho})",
        }
        WishHolds { epsilon: String, delta: String, rho: String } => {
            en: "ε {epsilon} at δ = {delta} holds with a cap of ρ {rho}.",
            de: "ε {epsilon} bei δ = {delta} gilt mit einer Grenze von ρ {rho}.",
        }
        WishFails { epsilon: String, delta: String } => {
            en: "ε {epsilon} at δ = {delta} does not hold: the cap on ε alone allows more.",
            de: "ε {epsilon} bei δ = {delta} gilt nicht: Schon die Grenze für ε lässt mehr zu.",
        }
    }
}
