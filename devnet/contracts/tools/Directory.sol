// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A members' list with every kind of storage: packed values, structs, nested mappings, short and long texts.
contract Directory {
    enum Rank {
        Guest,
        Member,
        Elder
    }

    struct Address {
        string street;
        uint32 postcode;
        bytes2 country;
    }

    struct Person {
        bytes32 id;
        string name;
        Rank rank;
        bool active;
        uint48 joinedAt;
        int128 balance;
        Address home;
        uint16[] scores;
    }

    uint8 private smallOne = 1;
    uint16 private smallTwo = 2;
    bool private flag = true;
    bytes4 private tag = 0xfeedf00d;
    uint256[3] public limits = [10, 20, 30];
    mapping(address account => Person) private people;
    mapping(bytes32 topic => mapping(address account => uint256[])) private votes;
    address[] public members;
    bytes public note;

    event Joined(address indexed account, string indexed name, Person person);
    event Voted(bytes32 indexed topic, address indexed account, uint256[] choices) anonymous;
    event NoteChanged(bytes before, bytes note);

    error AlreadyMember(Person person);

    function join(Person calldata person) external {
        if (people[msg.sender].active) revert AlreadyMember(people[msg.sender]);
        people[msg.sender] = person;
        members.push(msg.sender);
        emit Joined(msg.sender, person.name, person);
    }

    function vote(bytes32 topic, uint256[] calldata choices) external {
        votes[topic][msg.sender] = choices;
        emit Voted(topic, msg.sender, choices);
    }

    function setNote(bytes calldata next) external {
        emit NoteChanged(note, next);
        note = next;
    }

    function personOf(address account) external view returns (Person memory) {
        return people[account];
    }
}
